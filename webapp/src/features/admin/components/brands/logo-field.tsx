'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ChangeEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Row } from '@/components/ui/layout'
import * as words from '@/messages/admin/brand-fields'
import { readLogo } from '../../lib/logo-file'

const FileInput = chakra(Input, {
  base: {
    px: '2',
    py: '2',
    color: 'fg.muted',
    fontSize: 'sm',
    '&::file-selector-button': {
      me: '3',
      px: '3',
      minH: '7',
      border: '0',
      borderRadius: 'sm',
      bg: 'tint',
      color: 'ink',
      fontWeight: 'semibold',
      cursor: 'pointer',
    },
  },
})
const Shown = chakra('img', {
  base: { maxH: '10', maxW: '10rem', w: 'auto', p: '1', border: '1px solid {colors.line}', borderRadius: 'sm' },
})

interface Props {
  id: string
  error?: string
  value: string
  onLogo: (logo: string) => void
}

/** A logo is chosen from a file; without one the name is set in type. */
export function LogoField({ id, error, value, onLogo }: Props) {
  const [refusal, setRefusal] = useState<string>()
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    if (!file) return
    setRefusal(undefined)
    try {
      onLogo(await readLogo(file))
    } catch (reason) {
      setRefusal((reason as Error).message)
    }
  }
  return (
    <>
      <Field id={id} label={words.logo} optional hint={words.logoHint} error={refusal ?? error}>
        <FileInput type="file" accept="image/png,image/jpeg,image/webp" onChange={(event) => void choose(event)} />
      </Field>
      {value && (
        <Row mt="3">
          <Shown src={value} alt={words.logoImage} />
          <Button variant="ghost" size="sm" onClick={() => onLogo('')}>
            {words.removeLogo}
          </Button>
        </Row>
      )}
    </>
  )
}
