'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { removeStored, store } from '@/lib/storage'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'
import { isDark } from '@/theme/brand'
import { chosenInForcedColors } from '@/theme/forced-colors'

type Theme = 'auto' | 'light' | 'dark'

const choices: { value: Theme; label: string; icon: IconName }[] = [
  { value: 'auto', label: words.colorsOfDevice, icon: 'contrast' },
  { value: 'light', label: words.light, icon: 'sun' },
  { value: 'dark', label: words.dark, icon: 'moon' },
]

const Root = chakra('fieldset', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    mt: '5',
    gap: '1',
    '& legend': { srOnly: true },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: '11',
      px: '3',
      textStyle: 'sm',
      borderRadius: 'md',
      border: '1px solid transparent',
      color: 'deep.muted',
      cursor: 'pointer',
      _hover: { bg: 'deep.glass' },
    },
    '& [aria-pressed=true]': { borderColor: 'deep.edge', color: 'deep.fg', ...chosenInForcedColors },
  },
})

/**
 * The visitor's own choice wins over the device's and is kept; `firstFrameScript` applies it before the first frame.
 * A dark brand leaves no choice.
 */
export function ThemeSwitch() {
  const brand = useBrand()
  const [theme, setTheme] = useState<Theme>('auto')

  useEffect(() => {
    setTheme((document.documentElement.dataset.theme as Theme | undefined) ?? 'auto')
  }, [])

  const choose = (next: Theme) => {
    setTheme(next)
    if (next === 'auto') {
      delete document.documentElement.dataset.theme
      removeStored('localStorage', 'theme')
    } else {
      document.documentElement.dataset.theme = next
      store('localStorage', 'theme', next)
    }
  }

  if (isDark(brand.theme)) return null
  return (
    <Root>
      <legend>{words.colors}</legend>
      {choices.map(({ value, label, icon }) => (
        <button key={value} type="button" aria-pressed={value === theme} onClick={() => choose(value)}>
          <Icon name={icon} size="sm" />
          {label}
        </button>
      ))}
    </Root>
  )
}
