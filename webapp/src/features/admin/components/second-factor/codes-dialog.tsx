'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { Dialog } from '@/components/ui/dialog'
import { Icon } from '@/components/ui/icon'
import { Row, Stack, Text } from '@/components/ui/layout'
import { saveFile } from '@/lib/save-file'
import * as words from '@/messages/admin/second-factor'

const Codes = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: '2',
    p: '4',
    bg: 'surface.inset',
    border: '1px solid {colors.line}',
    borderRadius: 'md',
    color: 'ink',
    fontVariantNumeric: 'tabular-nums',
    letterSpacing: '0.06em',
  },
})

/** Shows recovery codes, once. */
export function CodesDialog({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${codes.join('\n')}\n`
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={words.codesTitle}
      onClose={onKept}
      footer={<Button onClick={onKept}>{words.kept}</Button>}
    >
      <Stack justifyItems="stretch">
        <Text>{words.codesText}</Text>
        <Codes aria-label={words.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
        <Row flexWrap="wrap">
          <Button variant="outline" onClick={() => void copyText(text)}>
            <Icon name="copy" size="sm" />
            {words.copyCodes}
          </Button>
          <Button variant="outline" onClick={() => saveFile(words.file, new Blob([text], { type: 'text/plain' }))}>
            {words.saveCodes}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  )
}
