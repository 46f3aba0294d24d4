/** Exact sums of decimal strings, for what the server will compare with its own. */

/** "18.50" + "1284" -> "1302.50" */
export function addDecimals(amounts: readonly string[]): string {
  const scale = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const sum = amounts.reduce((total, amount) => total + toUnits(amount, scale), 0n)
  if (scale === 0) return String(sum)
  const digits = String(sum).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function toUnits(amount: string, scale: number) {
  if (!/^\d+(\.\d+)?$/.test(amount)) throw new Error('An amount is a decimal without a sign')
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}
