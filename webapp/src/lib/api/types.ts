/** The names by which the app calls the gateway's schemas. */
import type { components } from './schema'

type Schemas = components['schemas']

export type Offer = Schemas['Offer']
export type Price = Schemas['Price']
export type Slice = Schemas['Slice']
export type Segment = Schemas['Segment']
export type Place = Schemas['Place']
export type Carrier = Schemas['Carrier']
export type Baggage = Schemas['Baggage']
export type SeatMap = Schemas['SeatMap']
export type SearchPage = Schemas['SearchPage']
export type Brand = Schemas['Brand']
export type Theme = Schemas['Theme']
export type SystemMode = Schemas['SystemMode']
export type User = Schemas['User']
export type Problem = Schemas['Problem']
