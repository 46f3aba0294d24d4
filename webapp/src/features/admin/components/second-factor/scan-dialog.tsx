'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useState } from 'react'
import { BusyButton } from '@/components/ui/busy-button'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import * as words from '@/messages/admin/second-factor'
import { keyOf, qrCodeOf } from '../../lib/authenticator'
import { CodeField } from '../code-field'

/** Black on white in a dark theme too: not every camera reads it the other way round. */
const Drawing = chakra('svg', { base: { w: 'full', maxW: '14rem', mx: 'auto', bg: 'white', borderRadius: 'md' } })
const Key = chakra('code', {
  base: { color: 'ink', fontVariantNumeric: 'tabular-nums', letterSpacing: '0.04em', overflowWrap: 'anywhere' },
})

interface Props {
  /** What the app reads. */
  uri: string
  failure?: string
  isBusy: boolean
  onConfirm: (code: string) => void
  onClose: () => void
}

/** Shows a new secret, once, and asks for its first code. */
export function ScanDialog({ uri, failure, isBusy, onConfirm, onClose }: Props) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code && !isBusy) onConfirm(code)
  }
  return (
    <Dialog
      isOpen
      title={words.scanTitle}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {words.cancel}
          </Button>
          <BusyButton type="submit" form="confirm-factor" isBusy={isBusy}>
            {isBusy ? words.confirming : words.confirm}
          </BusyButton>
        </>
      }
    >
      <Stack justifyItems="stretch">
        <Text>{words.scan}</Text>
        <QrCode of={uri} />
        <Secret of={uri} />
        <form id="confirm-factor" onSubmit={submit} noValidate>
          <CodeField label={words.appCode} hint={words.appCodeHint} value={code} error={failure} onChange={setCode} />
        </form>
      </Stack>
    </Dialog>
  )
}

function QrCode({ of }: { of: string }) {
  const { size, path } = qrCodeOf(of)
  return (
    <Drawing viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.qrCode} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </Drawing>
  )
}

/** For who can't scan: the secret to type, or a link to an app on this very device. */
function Secret({ of }: { of: string }) {
  const key = keyOf(of)
  return (
    <div>
      <Text textStyle="sm" color="fg.muted">
        {words.byHand}
      </Text>
      <Row>
        <Key>{key}</Key>
        <Button variant="ghost" size="icon" aria-label={words.copyKey} onClick={() => void copyText(key)}>
          <Icon name="copy" />
        </Button>
      </Row>
      <Text textStyle="sm">
        <a href={of}>{words.open}</a>
      </Text>
    </div>
  )
}
