'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useRef } from 'react'
import { AppLink } from '@/components/ui/app-link'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { PhoneLink } from '@/components/ui/phone-link'
import { Segmented } from '@/components/ui/segmented'
import { Tabs } from '@/components/ui/tabs'
import type { CabinClass } from '@/lib/criteria'
import { formatOpeningHours } from '@/lib/opening-hours'
import { routes } from '@/lib/routes'
import * as words from '@/messages/search/form'
import { useBrand } from '@/providers/brand-provider'
import { useSearchForm } from '../../hooks/use-search-form'
import { type SearchForm as Form, fieldIds, problemsTitle, type TripTab } from '../../lib/search-form'
import type { PassengersHandle } from './passengers-field'
import { Strip } from './strip'

const PANEL_ID = 'search-panel'

const tabs: { value: TripTab; label: string }[] = [
  { value: 'round-trip', label: words.roundTrip },
  { value: 'one-way', label: words.oneWay },
  { value: 'multi-city', label: words.multiCity },
]

const cabins: { value: CabinClass; label: string }[] = [
  { value: 'economy', label: words.economy },
  { value: 'premium_economy', label: words.premiumEconomy },
  { value: 'business', label: words.business },
  { value: 'first', label: words.firstClass },
]

const Root = chakra('form', {
  base: {
    position: 'relative',
    zIndex: 'raised',
    bg: 'surface',
    border: '1px solid {colors.line}',
    borderRadius: { base: 'lg', md: 'xl' },
    shadow: 'dialog',
    scrollMarginTop: '6rem',
    '& .top': {
      display: 'flex',
      flexDirection: { base: 'column', md: 'row' },
      alignItems: { base: 'stretch', md: 'center' },
      justifyContent: 'space-between',
      columnGap: '4',
      px: { base: '4', md: '6' },
      borderBottom: '1px solid {colors.line}',
    },
    '& .call': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minH: '11',
      borderTop: { base: '1px solid {colors.line}', md: '0' },
      fontSize: 'sm',
      color: 'link',
    },
    '& .panel': { display: 'grid', gap: { base: '4', md: '6' }, p: { base: '4', md: '6' } },
    '& .bottom': {
      display: 'flex',
      flexDirection: { base: 'column', md: 'row' },
      alignItems: { base: 'stretch', md: 'center' },
      justifyContent: 'space-between',
      gap: '4',
    },
  },
})

/** Multi-city trips are put together by people. */
function MultiCity() {
  const { contact } = useBrand()
  return (
    <Notice tone="brand" icon={contact.phone ? 'phone' : undefined}>
      {multiCityWay(contact.phone, formatOpeningHours(contact.hours_phone))}
    </Notice>
  )
}

function multiCityWay(number: string, hours: string) {
  if (!number) return words.multiCityInWriting({ link: (text) => <AppLink href={routes.contact}>{text}</AppLink> })
  const phone = () => <PhoneLink phone={number} />
  return hours ? words.multiCityByPhoneDuring({ phone, hours }) : words.multiCityByPhone({ phone })
}

function Fields({ search, form }: { search: ReturnType<typeof useSearchForm>; form: Form | null }) {
  const { change, problems, attempt, isSearching } = search
  const passengers = useRef<PassengersHandle>(null)
  const showAges = (fieldId: string) => {
    if (fieldId !== fieldIds.ages) return false
    passengers.current?.showMissingAge()
    return true
  }
  return (
    <>
      <ErrorSummary title={problemsTitle(problems)} problems={problems} attempt={attempt} onJump={showAges} />
      <Strip search={search} passengers={passengers} />
      {form?.trip === 'one-way' && (
        <Button
          variant="link"
          size="sm"
          justifySelf="start"
          mt={{ md: '-3' }}
          textStyle="xs"
          onClick={(event) => {
            search.chooseTrip('round-trip')
            // The button goes with the one way.
            event.currentTarget.form?.querySelector<HTMLElement>('[data-tab=round-trip]')?.focus()
          }}
        >
          {words.switchToRoundTrip}
        </Button>
      )}
      <div className="bottom">
        <Segmented
          legend={words.cabinLabel}
          value={form?.cabinClass ?? 'economy'}
          options={cabins}
          onChange={(cabinClass) => form && change({ ...form, cabinClass })}
        />
        <Button type="submit" size="xl" minH="14" disabled={isSearching}>
          <Icon name="search" />
          {isSearching ? words.searching : words.searchButton}
        </Button>
      </div>
    </>
  )
}

export function SearchForm() {
  const search = useSearchForm()
  const { contact } = useBrand()
  const { form } = search
  const trip = form?.trip ?? 'round-trip'
  return (
    // Links of the page lead here, and give it the focus.
    <Root id="search" tabIndex={-1} outline="none" aria-label={words.formLabel} noValidate onSubmit={search.submit}>
      <div className="top">
        <Tabs label={words.tripTypeLabel} tabs={tabs} value={trip} panelId={PANEL_ID} onChange={search.chooseTrip} />
        {contact.phone && (
          <span className="call">
            <Icon name="phone" size="sm" />
            <span>{words.callUs({ phone: () => <PhoneLink phone={contact.phone} /> })}</span>
          </span>
        )}
      </div>
      <div className="panel" id={PANEL_ID} role="tabpanel" aria-label={tabs.find((tab) => tab.value === trip)?.label}>
        {trip === 'multi-city' ? <MultiCity /> : <Fields search={search} form={form} />}
      </div>
    </Root>
  )
}
