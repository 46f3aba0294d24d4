use prost::{DecodeError, Message};
use prost_types::FileDescriptorSet;

/// A method of the contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    pub package: String,
    /// `package.Service/Method`: its path without the slash before it.
    pub name: String,
}

/// Returns all methods of the contracts, for tests that go through them.
pub fn methods() -> Result<Vec<Method>, DecodeError> {
    let contracts = FileDescriptorSet::decode(crate::FILE_DESCRIPTOR_SET)?;
    let mut methods = Vec::new();
    for file in &contracts.file {
        let package = file.package();
        for service in &file.service {
            for method in &service.method {
                let name = format!("{package}.{}/{}", service.name(), method.name());
                methods.push(Method { package: package.to_owned(), name });
            }
        }
    }
    Ok(methods)
}
