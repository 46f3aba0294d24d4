export type Span = readonly [min: number, max: number]

/** More would run into each other on a phone. */
const MOST = 4

/** Of money, in whole units. */
export const priceSteps = [10, 20, 50]
  .flatMap((step) => [1, 10, 100, 1000, 10_000].map((scale) => step * scale))
  .sort((a, b) => a - b)

/** Of time, in minutes. */
export const durationSteps = [30, 60, 120, 180, 240, 360, 480, 720, 1440]

/** The round values within a span, as close to each other as there is room for: multiples of one of the steps. */
export function roundTicks([min, max]: Span, steps: readonly number[]): number[] {
  const within = (step: number) => {
    const first = Math.ceil(min / step) * step
    const count = Math.max(0, Math.floor((max - first) / step) + 1)
    return Array.from({ length: count }, (_, index) => first + index * step)
  }
  const step = steps.find((one) => within(one).length <= MOST)
  return step === undefined ? [] : within(step)
}
