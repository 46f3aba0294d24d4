'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { ControlBox, Field, FieldPair, Input } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { strong } from '@/components/ui/strong'
import * as words from '@/messages/booking/payment'
import * as failures from '@/messages/lib/failures'
import { usePhoneLink } from '../../hooks/use-phone-link'
import { providerFieldId, type useProviderFields } from '../../hooks/use-provider-fields'
import type { ProviderFieldName } from '../../lib/provider-fields'
import type { HostedPart, HostedProblem } from './hosted-card'

export const holderFieldId = 'card-holderName'

const Root = chakra('fieldset', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    p: { base: '4', md: '6' },
    minW: '0',
    '& legend': { srOnly: true },
    '& .number': { position: 'relative' },
    '& .number .box': { ps: '10' },
    '& .number > svg': { position: 'absolute', insetStart: '3', top: '2.375rem', color: 'link', pointerEvents: 'none' },
  },
})

interface Props {
  fields: ReturnType<typeof useProviderFields>
  problems: readonly HostedProblem[]
  holderName: string
  isDisabled: boolean
  onHolderChange: (name: string) => void
}

export function HostedFieldset({ fields, problems, holderName, isDisabled, onHolderChange }: Props) {
  const errorOf = (wanted: HostedPart) => problems.find(({ part }) => part === wanted)?.message
  const box = (name: ProviderFieldName, label: string) => (
    <Field label={label} id={providerFieldId(name)} error={errorOf(name)}>
      <ControlBox
        className="box"
        data-focused={fields.focused === name ? '' : undefined}
        data-disabled={isDisabled || fields.state === 'loading' ? '' : undefined}
      />
    </Field>
  )
  const trouble = errorOf('card')
  if (fields.state === 'failed') return <Unreachable retry={fields.retry} />
  return (
    <Root disabled={isDisabled}>
      <legend>{words.card}</legend>
      {trouble && (
        <Notice tone="error" role="alert">
          {trouble}
        </Notice>
      )}
      <div className="number">
        {box('cardNumber', words.cardNumber)}
        <Icon name="card" />
      </div>
      <FieldPair>
        {box('cardExpiry', words.expiry)}
        {box('cardCvc', words.cvv)}
      </FieldPair>
      <Field label={words.holder} id={holderFieldId} error={errorOf('holderName')}>
        <Input
          value={holderName}
          onChange={({ target }) => onHolderChange(target.value)}
          spellCheck={false}
          autoCapitalize="words"
          autoComplete="cc-name"
        />
      </Field>
      <Text srOnly role="status">
        {fields.state === 'loading' && words.loadingFields}
      </Text>
    </Root>
  )
}

/** The provider's script or its frames did not come: nothing that looks like a card form may stand here. */
function Unreachable({ retry }: { retry: () => void }) {
  const call = usePhoneLink()
  return (
    <Notice tone="warning" role="alert" m={{ base: '4', md: '6' }}>
      {words.fieldsFailed({ strong, ...call })}
      <div>
        <Button variant="outline" mt="3" onClick={retry}>
          {failures.tryAgain}
        </Button>
      </div>
    </Notice>
  )
}
