'use client'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import * as words from '@/messages/account/settings'
import { useSessions } from '../api/sessions'
import { ChangePasswordForm } from './change-password-form'
import { SessionList } from './session-list'

export function SecurityPanel() {
  const { reload } = useSessions()
  return (
    <Stack gap="4">
      <Card padded>
        <CardTitle>{words.changePassword}</CardTitle>
        <Text mt="1" mb="5" color="fg.muted">
          {words.whereSignedOut}
        </Text>
        <ChangePasswordForm onChanged={() => void reload()} />
      </Card>
      <Card padded>
        <CardTitle>{words.sessions}</CardTitle>
        <SessionList />
      </Card>
      <Card padded>
        <CardTitle>{words.overview}</CardTitle>
        <Text mt="1" color="fg.muted">
          {words.overviewText}
        </Text>
        <Row justifyContent="space-between" flexWrap="wrap" mt="5" pt="4" borderTop="1px solid {colors.line}">
          <Box>
            <Row flexWrap="wrap">
              <strong>{words.twoFactor}</strong>
              <Badge variant="secondary">{words.comingSoon}</Badge>
            </Row>
            <Text mt="1" textStyle="sm" color="fg.muted">
              {words.twoFactorText}
            </Text>
          </Box>
          <Button variant="outline" disabled aria-label={words.enableTwoFactor}>
            {words.enable}
          </Button>
        </Row>
      </Card>
    </Stack>
  )
}
