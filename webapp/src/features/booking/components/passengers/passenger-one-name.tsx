'use client'
import { useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import { FIRST_NAME_UNKNOWN } from '@/lib/travellers'
import * as words from '@/messages/booking/passenger-notes'
import { usePassenger } from '../../hooks/passenger-context'
import { asTyped, fieldId } from '../../hooks/use-passenger-field'

/** Airlines ask for two names. Offers their rule to a passenger who has left one of them out. */
export function OneName() {
  const { index, form } = usePassenger()
  const path = `passengers.${index}` as const
  const [first, last] = useWatch({ control: form.control, name: [`${path}.firstName`, `${path}.lastName`] })
  const errors = form.formState.errors.passengers?.[index]
  const names = [first.trim(), last.trim()].filter(Boolean)
  if (names.length !== 1 || !(first.trim() ? errors?.lastName : errors?.firstName)) return null

  const apply = () => {
    form.setValue(`${path}.firstName`, FIRST_NAME_UNKNOWN, asTyped)
    form.setValue(`${path}.lastName`, names[0] ?? '', asTyped)
    document.getElementById(fieldId(index, 'firstName'))?.focus()
  }
  return (
    <div className="whole">
      <Notice>
        {words.oneName({ code: FIRST_NAME_UNKNOWN, strong })}{' '}
        <Button variant="link" minH="6" onClick={apply}>
          {words.applyOneName({ code: FIRST_NAME_UNKNOWN })}
        </Button>
      </Notice>
    </div>
  )
}
