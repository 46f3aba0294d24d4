// Where a provider's documentation and its library differ: each such member is named, with the source that says so.

/**
 * The value without the members that the exceptions name for its type.
 *
 * `when` narrows an exception to members that are null, or missing; `where` to objects with these members. What is
 * `instead` takes the place of the member.
 * @param {{ in: string, member: string, when?: 'null' | 'missing', where?: object, instead?: unknown }[]} exceptions
 */
export function without(exceptions, type, value, used) {
  const copy = structuredClone(value)
  for (const exception of exceptions.filter((it) => type.includes(it.in))) {
    const changed = eachHolder(copy, exception.member.split('.'), (holder, name) => put(holder, name, exception))
    if (changed) used.add(exception)
  }
  return copy
}

/** Calls `change` on each object that a path such as `slices.*.segments` or `**.aircraft` leads to. */
function eachHolder(value, [name, ...rest], change) {
  if (value === null || typeof value !== 'object') return false
  if (name === '**') {
    const here = eachHolder(value, rest, change)
    const below = Object.values(value).map((inner) => eachHolder(inner, [name, ...rest], change))
    return here || below.some(Boolean)
  }
  if (rest.length === 0) return change(value, name)
  const inner = name === '*' ? Object.values(value) : [value[name]]
  return inner.map((it) => eachHolder(it, rest, change)).some(Boolean)
}

function put(holder, name, { when, where = {}, instead }) {
  if (Object.entries(where).some(([key, wanted]) => holder[key] !== wanted)) return false
  const is = Object.hasOwn(holder, name)
  if (when === 'null' ? holder[name] !== null : when === 'missing' ? is : !is) return false
  if (instead === undefined) delete holder[name]
  else holder[name] = instead
  return true
}
