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
import { strong } from '@/components/ui/strong'
import type { AdminSettings } from '@/lib/api/types'
import { formatMoment } from '@/lib/dates'
import * as words from '@/messages/admin/mode'
import * as passwordWords from '@/messages/admin/password'
import * as uiWords from '@/messages/components/ui'
import { modeOf, useModeSwitch } from '../hooks/use-mode-switch'

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
      {isProduction ? words.production : words.notProduction}
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
    '& dt': { color: 'ink', textStyle: 'sm' },
  },
})

export function ModeCard({ settings }: { settings: AdminSettings }) {
  const { enableLiveMode, duffelApiConfigured, stripeConfigured, lastChange } = settings
  const mode = useModeSwitch()
  return (
    <Card padded>
      <Stack gap="5">
        <Row justifyContent="space-between" flexWrap="wrap">
          <CardTitle>{words.title}</CardTitle>
          <Badge variant={enableLiveMode ? 'destructive' : 'info'}>{enableLiveMode ? words.live : words.test}</Badge>
        </Row>
        <Text color="fg.muted" mt="-3">
          {enableLiveMode ? words.liveText : words.testText}
          {lastChange && <LastChange {...lastChange} />}
        </Text>
        <Switch
          label={words.liveSwitch}
          checked={enableLiveMode}
          disabled={mode.isBusy || !duffelApiConfigured}
          onChange={mode.toggle}
        />
        {mode.failure && (
          <Notice tone="error" role="alert">
            {uiWords.failure({ title: mode.failure.title, reason: mode.failure.words, strong })}
            {mode.failure.isNotReady && (
              <> {words.seeChecks({ link: (text) => <a href={`#${PREFLIGHT_ID}`}>{text}</a> })}</>
            )}
          </Notice>
        )}
        {mode.step === 'done' && (
          <Notice tone="success" role="status">
            {words.reloading({ strong })}
          </Notice>
        )}
        <Providers>
          <Provider name={words.airlineApi} isConfigured={duffelApiConfigured} />
          <Provider name={words.cardProvider} isConfigured={stripeConfigured} />
        </Providers>
        {!(duffelApiConfigured && stripeConfigured) && (
          <Text textStyle="sm" color="fg.muted">
            {words.keysMissing}
          </Text>
        )}
      </Stack>
      {mode.step === 'confirming' && (
        <ModeDialog toLive={mode.wantsLive} onConfirm={mode.confirm} onClose={mode.giveUp} />
      )}
      {mode.step === 'proving' && (
        <PasswordDialog
          why={passwordWords.why({ purpose: modeOf(mode.wantsLive) })}
          failure={mode.proofFailure}
          wantsCode={mode.asksForCode}
          isBusy={mode.isProving}
          onEnter={mode.enterProof}
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
      {words.lastSwitched({
        name: changedBy,
        moment: formatMoment(changedAt),
        time: (text) => <time dateTime={changedAt}>{text}</time>,
      })}
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
          {isConfigured ? words.configured : words.notConfigured}
        </Badge>
      </dd>
    </div>
  )
}
