'use client'
import { useId } from 'react'
import { Controller } from 'react-hook-form'
import { AppLink } from '@/components/ui/app-link'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { DoneNotice } from '@/components/ui/done-notice'
import { FailureNotice } from '@/components/ui/failure-notice'
import { Field, Input } from '@/components/ui/field'
import { Box, Stack, Text } from '@/components/ui/layout'
import { strong } from '@/components/ui/strong'
import { useCurrentUser } from '@/lib/api/current-user'
import type { SearchCriteria } from '@/lib/criteria'
import { routes } from '@/lib/routes'
import * as fieldWords from '@/messages/components/fields'
import * as uiWords from '@/messages/components/ui'
import * as buttons from '@/messages/lib/buttons'
import * as buttonWords from '@/messages/watch/button'
import * as words from '@/messages/watch/dialog'
import * as listWords from '@/messages/watch/list'
import { useRouteName } from '../hooks/use-route-name'
import { type Accepted, useWatchForm } from '../hooks/use-watch-form'
import { factsOf } from '../lib/trip'
import { countedInWords, type PagePrices, watchedInWords } from '../lib/watched-in-words'

interface Props extends PagePrices {
  criteria: SearchCriteria
  onClose: () => void
}

/** Says what is watched, and asks for an address, unless it is known, and whether one mail is enough. */
export function WatchDialog({ criteria, lowest, flight, onClose }: Props) {
  const { user } = useCurrentUser()
  const own = user?.email || null
  const watch = useWatchForm(criteria, own)
  const route = useRouteName(criteria)
  const formId = useId()
  const close = () => !watch.isBusy && onClose()
  return (
    <Dialog
      isOpen
      onClose={close}
      title={titleOf(watch.accepted, route)}
      footer={
        watch.accepted ? (
          <Button variant="outline" onClick={onClose}>
            {uiWords.close}
          </Button>
        ) : (
          <>
            <Button variant="outline" disabled={watch.isBusy} onClick={close}>
              {words.notNow}
            </Button>
            <BusyButton type="submit" form={formId} isBusy={watch.isBusy || user === undefined}>
              {watch.isBusy ? buttons.sending : buttonWords.watchPrice}
            </BusyButton>
          </>
        )
      }
    >
      {watch.accepted ? (
        <Done {...watch.accepted} />
      ) : (
        <form id={formId} onSubmit={watch.submit} noValidate>
          <Fields criteria={criteria} lowest={lowest} flight={flight} own={own} watch={watch} />
        </form>
      )}
    </Dialog>
  )
}

/** A question until it is answered. */
function titleOf(accepted: Accepted | null, route: string) {
  if (!accepted) return words.title({ route })
  return accepted.state === 'active' ? words.activeTitle({ route }) : words.mailedTitle
}

interface FieldsProps extends PagePrices {
  criteria: SearchCriteria
  own: string | null
  watch: ReturnType<typeof useWatchForm>
}

function Fields({ criteria, lowest, flight, own, watch: { form, failure } }: FieldsProps) {
  const { register, control, formState } = form
  return (
    <Stack>
      <FailureNotice title={words.failed} words={failure} />
      <div>
        <Text color="ink" fontWeight="medium">
          {factsOf(criteria).join(' · ')}
        </Text>
        <Text textStyle="sm" color="fg.muted">
          {words.exactly}
        </Text>
      </div>
      <Text>{watchedInWords(criteria, { lowest, flight })}</Text>
      <Text>{countedInWords({ lowest, flight })}</Text>
      {own ? (
        <Text overflowWrap="anywhere">{words.writesTo({ email: own, strong })}</Text>
      ) : (
        <Field label={fieldWords.email} error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="email" />
        </Field>
      )}
      <Box css={{ '& label': { minH: '11' } }}>
        <Controller
          control={control}
          name="again"
          render={({ field }) => (
            <>
              <Checkbox label={words.again} checked={field.value} onChange={field.onChange} />
              <Text textStyle="xs" color="fg.muted" aria-live="polite">
                {field.value ? listWords.again : listWords.once}
              </Text>
            </>
          )}
        />
      </Box>
    </Stack>
  )
}

/** Only a user who has proved their mailbox is watching at once: the list of anybody else does not open here. */
function Done({ state, email, again }: Accepted) {
  const isActive = state === 'active'
  const active = again ? words.activeAgain : words.activeOnce
  const said = isActive ? active : words.mailed
  return (
    <DoneNotice>
      <Text>{said({ email, strong })}</Text>
      {isActive && (
        <AppLink href={routes.watchedPrices} display="inline-flex" alignItems="center" minH="11">
          {words.seeAll}
        </AppLink>
      )}
    </DoneNotice>
  )
}
