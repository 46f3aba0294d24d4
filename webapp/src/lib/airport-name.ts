/** "London Luton", "John F Kennedy": what everybody calls an airport. */
export const shortName = ({ name }: { name: string }) => name.replace(/( International)? Airport$/, '')
