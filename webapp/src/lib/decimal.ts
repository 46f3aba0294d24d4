/** Exact sums of decimal strings, for what the server will compare with its own. */

/** "18.50" + "1284" -> "1302.50" */
export function addDecimals(amounts: readonly string[]): string {
  const scale = scaleOf(amounts)
  return fromUnits(
    amounts.reduce((total, amount) => total + toUnits(amount, scale), 0n),
    scale,
  )
}

/** "1284" - "18.50" -> "1265.50"; `part` is no more than `whole`. */
export function subtractDecimals(whole: string, part: string): string {
  const scale = scaleOf([whole, part])
  const rest = toUnits(whole, scale) - toUnits(part, scale)
  if (rest < 0n) throw new Error('A part is no more than the whole')
  return fromUnits(rest, scale)
}

/** "18.50" twice -> "37.00" */
export function multiplyDecimal(amount: string, times: number): string {
  const scale = scaleOf([amount])
  return fromUnits(toUnits(amount, scale) * BigInt(times), scale)
}

/** Below 0 where `a` is less than `b`, above where it is more: "18.5" and "18.50" are the same. */
export function compareDecimals(a: string, b: string): number {
  const scale = scaleOf([a, b])
  return Number(toUnits(a, scale) - toUnits(b, scale))
}

const scaleOf = (amounts: readonly string[]) =>
  Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))

function fromUnits(units: bigint, scale: number) {
  if (scale === 0) return String(units)
  const digits = String(units).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function toUnits(amount: string, scale: number) {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw new Error('An amount is a decimal without a sign')
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}
