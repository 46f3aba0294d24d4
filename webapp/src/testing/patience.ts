/** How many times longer than usual the tests wait. For a busy machine. */
export const patience = Number(process.env.TEST_PATIENCE || 1)
