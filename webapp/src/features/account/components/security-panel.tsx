'use client'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardTitle } from '@/components/ui/card-title'
import { Box, Row, Stack, Text } from '@/components/ui/layout'
import { useSessions } from '../api/sessions'
import { ChangePasswordForm } from './change-password-form'
import { SessionList } from './session-list'

export function SecurityPanel() {
  const { reload } = useSessions()
  return (
    <Stack gap="4">
      <Card padded>
        <CardTitle>Change password</CardTitle>
        <Text mt="1" mb="5" color="fg.muted">
          You stay signed in here. You’ll need to log in again everywhere else.
        </Text>
        <ChangePasswordForm onChanged={() => void reload()} />
      </Card>
      <Card padded>
        <CardTitle>Where you are signed in</CardTitle>
        <SessionList />
      </Card>
      <Card padded>
        <CardTitle>Security overview</CardTitle>
        <Text mt="1" color="fg.muted">
          A secure password is long. Don’t share it and don’t reuse it on other sites. A password manager can remember
          it for you.
        </Text>
        <Row justifyContent="space-between" flexWrap="wrap" mt="5" pt="4" borderTop="1px solid {colors.line}">
          <Box>
            <Row flexWrap="wrap">
              <strong>Two-factor authentication</strong>
              <Badge variant="secondary">Coming soon</Badge>
            </Row>
            <Text mt="1" textStyle="sm" color="fg.muted">
              Add a second step when you sign in.
            </Text>
          </Box>
          <Button variant="outline" disabled aria-label="Enable two-factor authentication">
            Enable
          </Button>
        </Row>
      </Card>
    </Stack>
  )
}
