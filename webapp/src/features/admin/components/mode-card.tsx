'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import dynamic from 'next/dynamic'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Switch } from '@/components/ui/checkbox'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import type { AdminSettings } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import { useModeSwitch } from '../hooks/use-mode-switch'

const ModeDialog = dynamic(() => import('./mode-dialogs').then((module) => module.ModeDialog), { ssr: false })
const PasswordDialog = dynamic(() => import('./password-dialog').then((module) => module.PasswordDialog), {
  ssr: false,
})

/** The panel that says what live mode still needs. */
export const PREFLIGHT_ID = 'before-you-go-live'

export function EnvironmentBadge({ environment }: Pick<AdminSettings, 'environment'>) {
  const isProduction = environment === 'production'
  return (
    <Badge variant={isProduction ? 'default' : 'outline'}>
      Environment: {isProduction ? 'production' : 'not production'}
    </Badge>
  )
}

const Providers = chakra('dl', {
  base: {
    '& > div': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      minH: '12',
      borderTop: '1px solid {colors.line}',
    },
    '& dt': { color: 'ink', fontWeight: 'medium' },
  },
})

export function ModeCard({ settings }: { settings: AdminSettings }) {
  const { enableLiveMode, duffelApiConfigured, stripeConfigured, lastChange } = settings
  const mode = useModeSwitch()
  return (
    <Card padded>
      <Stack gap="5">
        <Row justifyContent="space-between" flexWrap="wrap">
          <CardTitle>Mode</CardTitle>
          <Badge variant={enableLiveMode ? 'destructive' : 'info'}>{enableLiveMode ? 'LIVE' : 'TEST'}</Badge>
        </Row>
        <Text color="fg.muted" mt="-3">
          {enableLiveMode
            ? 'Bookings are real and cards are charged.'
            : 'Bookings are for practice. No ticket is issued and no card is charged.'}
          {lastChange && <LastChange {...lastChange} />}
        </Text>
        <Switch
          label="Live Mode"
          checked={enableLiveMode}
          disabled={mode.isBusy || !duffelApiConfigured}
          onChange={mode.toggle}
        />
        {mode.failure && (
          <Notice tone="error" role="alert">
            <strong>{mode.failure.title}.</strong> {mode.failure.words}
            {mode.failure.isNotReady && (
              <>
                {' '}
                <a href={`#${PREFLIGHT_ID}`}>Run the checks</a> to see what’s missing.
              </>
            )}
          </Notice>
        )}
        {mode.step === 'done' && (
          <Notice tone="success" role="status">
            <strong>Settings Updated.</strong> Reloading the page…
          </Notice>
        )}
        <Providers>
          <Provider name="Airline API" isConfigured={duffelApiConfigured} />
          <Provider name="Card payment provider" isConfigured={stripeConfigured} />
        </Providers>
        {!(duffelApiConfigured && stripeConfigured) && (
          <Text textStyle="sm" color="fg.muted">
            Live mode needs live keys for both. Set them in the server’s configuration, not here.
          </Text>
        )}
      </Stack>
      {mode.step === 'confirming' && (
        <ModeDialog toLive={mode.wantsLive} onConfirm={mode.confirm} onClose={mode.giveUp} />
      )}
      {mode.step === 'proving' && (
        <PasswordDialog
          purpose={`switch to ${mode.wantsLive ? 'live' : 'test'} mode`}
          failure={mode.failure?.words}
          onEnter={mode.enterPassword}
          onClose={mode.giveUp}
        />
      )}
    </Card>
  )
}

function LastChange({ changedBy, changedAt }: NonNullable<AdminSettings['lastChange']>) {
  return (
    <>
      {' '}
      Last switched by {changedBy}, <time dateTime={changedAt}>{formatMoment(changedAt)}</time>.
    </>
  )
}

function Provider({ name, isConfigured }: { name: string; isConfigured: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Badge variant={isConfigured ? 'success' : 'warning'}>
          <Icon name={isConfigured ? 'ok' : 'alert'} />
          {isConfigured ? 'Configured' : 'Not Configured'}
        </Badge>
      </dd>
    </div>
  )
}
