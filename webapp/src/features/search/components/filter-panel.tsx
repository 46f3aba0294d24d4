'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox, Switch } from '@/components/ui/checkbox'
import { Icon } from '@/components/ui/icon'
import { Row, Text } from '@/components/ui/layout'
import type { Offer } from '@/lib/api/types'
import { filterStopLabel } from '@/lib/flight-words'
import { inbound, marketingCarriers } from '@/lib/flights'
import { formatPrice } from '@/lib/money'
import * as panelWords from '@/messages/search/filter-panel'
import * as words from '@/messages/search/filters'
import { boundsOf } from '../lib/bounds'
import {
  arrivalBand,
  type BandsBySlice,
  departureBand,
  emitsLess,
  type Filters,
  filterAirlines,
  hasBaggage,
  noFilters,
  passingOthers,
  stopClass,
} from '../lib/filters'
import { commonCurrency, sortOffers } from '../lib/offers'
import { BandPicker } from './band-picker'
import { DurationFilter, PriceFilter } from './range-filters'

const Root = chakra('div', {
  base: {
    // On a phone the lines reach to the edges of the sheet.
    '& > details, & > .block': { borderTop: '1px solid {colors.line}', px: { base: '6', md: '5' } },
    '& > .block': { py: '4' },
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      minH: '12',
      listStyle: 'none',
      fontSize: 'label',
      fontWeight: 'semibold',
      color: 'ink',
      cursor: 'pointer',
      '&::-webkit-details-marker': { display: 'none' },
      '& svg': { color: 'link', transition: 'rotate 200ms' },
    },
    '& details[open]': { pb: '4' },
    '& details[open] > summary svg': { rotate: '180deg' },
  },
})

function Section({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary>
        {title}
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  )
}

const airlineNames: Record<(typeof filterAirlines)[number], string> = {
  AA: panelWords.airlineAA,
  DL: panelWords.airlineDL,
  UA: panelWords.airlineUA,
  B6: panelWords.airlineB6,
  WN: panelWords.airlineWN,
  AS: panelWords.airlineAS,
  F9: panelWords.airlineF9,
  NK: panelWords.airlineNK,
  CX: panelWords.airlineCX,
  QF: panelWords.airlineQF,
  BA: panelWords.airlineBA,
  LH: panelWords.airlineLH,
}

/** "12 from $431": what a choice would show, or undefined where it would show nothing. */
function supply(offers: readonly Offer[], passes: (offer: Offer) => boolean) {
  const shown = offers.filter(passes)
  const price = sortOffers(shown, 'price-asc')[0]?.price
  return price && panelWords.supply({ count: shown.length, price: formatPrice(price.amount, price.currency) })
}

function toggled<T>(values: readonly T[], value: T) {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
}

export interface FilterProps {
  /** Every offer of the list, filtered or not: the choices and the sliders span them. */
  offers: readonly Offer[]
  /** What a journey of the search typically emits; null where that is not known. */
  typical: number | null
  filters: Filters
  /** `isPassing`: a slider is on its way. */
  onChange: (filters: Filters, isPassing?: boolean) => void
}

function StopsFilter({ offers, typical, filters, onChange }: FilterProps) {
  const open = passingOthers(offers, filters, 'stops', typical)
  return [0, 1, 2].map((stops) => {
    const note = supply(open, (offer) => stopClass(offer) === stops)
    return (
      <Checkbox
        key={stops}
        label={filterStopLabel(stops)}
        note={note ?? panelWords.noSupply}
        disabled={!note && !filters.stops.includes(stops)}
        checked={filters.stops.includes(stops)}
        onChange={() => onChange({ ...filters, stops: toggled(filters.stops, stops) })}
      />
    )
  })
}

function AirlinesFilter({ offers, typical, filters, onChange }: FilterProps) {
  const open = passingOthers(offers, filters, 'airlines', typical)
  return filterAirlines.map((code) => {
    const note = supply(open, ({ slices }) => marketingCarriers(slices).some((one) => one.iata_code === code))
    return (
      <Checkbox
        key={code}
        label={airlineNames[code]}
        note={note ?? panelWords.noSupply}
        disabled={!note && !filters.airlines.includes(code)}
        checked={filters.airlines.includes(code)}
        onChange={() => onChange({ ...filters, airlines: toggled(filters.airlines, code) })}
      />
    )
  })
}

const directionTitles = [
  { departureTime: panelWords.outboundDeparture, arrivalTime: panelWords.outboundArrival },
  { departureTime: panelWords.returnDeparture, arrivalTime: panelWords.returnArrival },
]

function TimesFilter({ offers, typical, filters, onChange }: FilterProps) {
  const directions = offers.some(inbound) ? directionTitles : directionTitles.slice(0, 1)
  const kinds = [
    { key: 'departureTime' as const, bandAt: departureBand },
    { key: 'arrivalTime' as const, bandAt: arrivalBand },
  ]
  return directions.flatMap((titles, index) =>
    kinds.map(({ key, bandAt }) => (
      <Section key={titles[key]} title={titles[key]} isOpen={index === 0 && key === 'departureTime'}>
        <BandPicker
          label={titles[key]}
          chosen={filters[key][index] ?? []}
          noteOf={(band) =>
            supply(passingOthers(offers, filters, key, typical), ({ slices }) => bandAt(slices[index]) === band)
          }
          onToggle={(band) => {
            const bands = filters[key].map((list, at) => (at === index ? toggled(list, band) : list))
            onChange({ ...filters, [key]: bands as unknown as BandsBySlice })
          }}
        />
      </Section>
    )),
  )
}

/** The choices. Every change is in the list at once; the buttons at the end only reset or close. */
export function FilterChoices(props: FilterProps & { unloaded: number }) {
  const { offers, typical, filters, onChange, unloaded } = props
  const bounds = boundsOf(offers)
  return (
    <Root>
      {unloaded > 0 && (
        <Text className="block" textStyle="xs" color="fg.muted">
          {panelWords.counted({ loaded: offers.length, unloaded })}
        </Text>
      )}
      <div className="block">
        <PriceFilter {...props} bounds={bounds} currency={commonCurrency(offers)} />
      </div>
      <Section title={words.stops} isOpen>
        <StopsFilter {...props} />
      </Section>
      <Section title={words.airlines}>
        <AirlinesFilter {...props} />
      </Section>
      <TimesFilter {...props} />
      <Section title={words.duration}>
        <DurationFilter {...props} bounds={bounds} />
      </Section>
      <div className="block">
        <Switch
          label={words.refundable}
          note={supply(
            passingOthers(offers, filters, 'refundable', typical),
            ({ conditions }) => conditions.refundable,
          )}
          checked={filters.refundable}
          onChange={(refundable) => onChange({ ...filters, refundable })}
        />
        <Switch
          label={words.baggage}
          note={supply(passingOthers(offers, filters, 'baggageIncluded', typical), hasBaggage)}
          checked={filters.baggageIncluded}
          onChange={(baggageIncluded) => onChange({ ...filters, baggageIncluded })}
        />
        {(typical !== null || filters.lessEmissions) && (
          <Switch
            label={words.lessEmissions}
            note={
              typical === null
                ? undefined
                : supply(passingOthers(offers, filters, 'lessEmissions', typical), (offer) => emitsLess(offer, typical))
            }
            checked={filters.lessEmissions}
            onChange={(lessEmissions) => onChange({ ...filters, lessEmissions })}
          />
        )}
      </div>
    </Root>
  )
}

interface ButtonsProps extends Pick<FilterProps, 'onChange'> {
  onApply: () => void
  /** How many flights the list has, where the filters hide it. */
  hidden: number | null
}

export function FilterButtons({ onChange, onApply, hidden }: ButtonsProps) {
  return (
    <Row display="grid" gridTemplateColumns="minmax(0, 1fr) minmax(0, 1fr)" w="full">
      <Button variant="outline" px="2" onClick={() => onChange(noFilters)}>
        {words.reset}
      </Button>
      <Button variant={hidden === null ? 'secondary' : 'default'} px="2" onClick={onApply}>
        {hidden === null ? panelWords.apply : panelWords.applyCounted({ count: hidden })}
      </Button>
    </Row>
  )
}
