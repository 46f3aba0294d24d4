import type { PartyMember } from './passengers'

export const EXIT_RULE = 'Exit rows are not for children or for adults with an infant on their lap.'

/** Why a passenger may not sit in an exit row; null where they may. */
export function exitBarrier(party: readonly PartyMember[], passengerId: string): string | null {
  const member = party.find(({ id }) => id === passengerId)
  if (member?.type !== 'adult') return 'exit row, not for children'
  return hasLapInfant(party, member) ? 'exit row, not with an infant on the lap' : null
}

/** Infants sit with the adults in the order of the party; the booking hands them out alike. */
function hasLapInfant(party: readonly PartyMember[], adult: PartyMember) {
  const infants = party.filter(({ type }) => type === 'infant_without_seat').length
  return party.filter(({ type }) => type === 'adult').indexOf(adult) < infants
}
