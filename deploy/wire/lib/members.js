// The members of a library's types, as lines that can be compared.

/**
 * Each member of the interfaces of a declaration file, as `Outer.Inner.member?: type`.
 * @param {string} text
 * @returns {Set<string>}
 */
export function members(text) {
  const found = new Set()
  const open = []
  for (const line of withoutComments(text).split('\n').map((it) => it.trim())) {
    const block = line.match(/^(?:export )?(?:declare )?(?:interface|namespace|module|class|type) ['"]?([\w@/]+)['"]?[^;]*\{$/)
    const member = line.match(/^([\w'[\]]+\??: .*?)(;|\{)$/)
    if (!block && member) found.add(`${open.filter(Boolean).join('.')}.${member[1].trim()}`)
    const word = line.match(/^(?:export )?type (\w+ = .*);$/)
    if (word) found.add(`${open.filter(Boolean).join('.')}.${word[1]}`)
    if (line.endsWith('{')) open.push(block?.[1] ?? member?.[1].split(/[?:]/)[0] ?? '')
    else if (/^\}/.test(line)) open.pop()
  }
  return found
}

/**
 * What is gone and what is new.
 * @returns {string[]}
 */
export function changes(before, after) {
  const gone = [...before].filter((it) => !after.has(it)).map((it) => `- ${it}`)
  const come = [...after].filter((it) => !before.has(it)).map((it) => `+ ${it}`)
  return [...gone, ...come].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
}

function withoutComments(text) {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
