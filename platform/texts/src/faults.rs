use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use fluent_syntax::parser;

/// A message as code calls it: its name, and each argument with its kind, `Text` or `Count`.
pub type Declared<'a> = (&'a str, &'a [(&'a str, &'a str)]);

/// The kind of an argument that a message may choose by.
const COUNT: &str = "Count";
/// Texts are shown in HTML as they are.
const UNSAFE_IN_HTML: [char; 3] = ['<', '>', '&'];

/// What a catalogue and its declaration do not say alike. Nothing, if all is well.
#[must_use]
pub fn faults(source: &str, declared: &[Declared<'_>]) -> Vec<String> {
    let resource = match parser::parse(source) {
        Ok(resource) => resource,
        Err((_, errors)) => return errors.iter().map(|error| format!("not Fluent: {error}")).collect(),
    };
    let mut found = Vec::new();
    let mut declared: BTreeMap<_, _> = declared.iter().copied().collect();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                let name = message.id.name;
                match declared.remove(name) {
                    Some(arguments) => found.extend(of_message(message, arguments)),
                    None => found.push(format!("{name}: not declared, or twice in the catalogue")),
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(term) => found.push(format!("-{}: terms are not read", term.id.name)),
            Entry::Junk { content } => found.push(format!("not Fluent: {content}")),
        }
    }
    found.extend(declared.keys().map(|name| format!("{name}: not in the catalogue")));
    found
}

fn of_message(message: &Message<&str>, declared: &[(&str, &str)]) -> Vec<String> {
    let mut used = Used::default();
    match &message.value {
        Some(pattern) if message.attributes.is_empty() => used.read(pattern),
        _ => used.faults.push("is not one text: attributes are not read".to_owned()),
    }
    let names: BTreeSet<_> = declared.iter().map(|(name, _)| *name).collect();
    if names != used.arguments {
        used.faults.push(format!("has {:?} and is given {names:?}", used.arguments));
    }
    let counts: BTreeSet<_> =
        declared.iter().filter(|(_, kind)| *kind == COUNT).map(|(name, _)| *name).collect();
    for name in used.chosen_by.difference(&counts) {
        used.faults.push(format!("chooses by {name}, which is no Count"));
    }
    used.faults.iter().map(|fault| format!("{}: {fault}", message.id.name)).collect()
}

/// What a message is made of.
#[derive(Default)]
struct Used<'s> {
    arguments: BTreeSet<&'s str>,
    chosen_by: BTreeSet<&'s str>,
    faults: Vec<String>,
}

impl<'s> Used<'s> {
    fn read(&mut self, pattern: &Pattern<&'s str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } if value.contains(UNSAFE_IN_HTML) => {
                    self.faults.push(format!("{value:?} is unsafe in HTML"));
                }
                PatternElement::TextElement { .. } => {}
                PatternElement::Placeable { expression } => self.read_expression(expression),
            }
        }
    }

    fn read_expression(&mut self, expression: &Expression<&'s str>) {
        match expression {
            Expression::Inline(InlineExpression::VariableReference { id }) => {
                self.arguments.insert(id.name);
            }
            Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
                self.arguments.insert(id.name);
                self.chosen_by.insert(id.name);
                for variant in variants {
                    self.read(&variant.value);
                }
            }
            Expression::Inline(_) | Expression::Select { .. } => {
                self.faults.push("uses more than arguments and choices by them".to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_catalogue_and_its_declaration_say_the_same() {
        let check = |source: &str, declared: &[Declared<'_>], fault: &str| {
            let found = faults(source, declared);
            assert!(found.len() == 1 && found[0].contains(fault), "{source}: {found:?}");
        };
        let bags = "bags = { $count ->\n    [one] 1 bag of { $name }\n   *[other] { $count } bags\n}\n";
        let arguments: &[(&str, &str)] = &[("count", "Count"), ("name", "Text")];
        assert_eq!(faults(bags, &[("bags", arguments)]), [""; 0]);

        check("hi = Hi\n", &[], "not declared");
        check("hi = Hi\nhi = Ho\n", &[("hi", &[])], "twice");
        check("", &[("hi", &[])], "not in the catalogue");
        check("hi = Hi { $name }\n", &[("hi", &[])], "is given {}");
        check("hi = Hi\n", &[("hi", &[("name", "Text")])], "has {}");
        check(bags, &[("bags", &[("count", "Text"), ("name", "Text")])], "no Count");
        check("hi = Hi { NUMBER(1) }\n", &[("hi", &[])], "more than arguments");
        check("hi = <b>Hi</b>\n", &[("hi", &[])], "unsafe");
        check("hi =\n    .title = Hi\n", &[("hi", &[])], "not one text");
        check("-hi = Hi\n", &[], "terms");
        check("hi = { $name\n", &[], "not Fluent");
    }
}
