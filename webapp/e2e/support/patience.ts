/** A busy machine takes longer: TEST_PATIENCE in the environment multiplies how long tests wait for what must come. */
const factor = Number(process.env.TEST_PATIENCE || 1)

/** A bound in milliseconds. Nothing waits for it to pass: what comes earlier is taken at once. */
export const patience = (ms: number) => ms * factor
