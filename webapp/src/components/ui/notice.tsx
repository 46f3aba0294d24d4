'use client'
import { chakra, defineRecipe } from '@chakra-ui/react/styled-system'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon, type IconName } from './icon'

const recipe = defineRecipe({
  base: {
    display: 'flex',
    gap: '3',
    px: '4',
    py: '3',
    borderRadius: 'md',
    textStyle: 'sm',
    color: 'fg',
    '& > svg': { mt: '1px' },
  },
  variants: {
    tone: {
      info: { bg: 'info.soft', '& > svg': { color: 'info.fg' } },
      success: { bg: 'success.soft', '& > svg': { color: 'success.fg' } },
      warning: { bg: 'warning.soft', '& > svg': { color: 'warning.fg' } },
      error: { bg: 'error.soft', '& > svg': { color: 'error.fg' } },
      brand: { bg: 'tint', '& > svg': { color: 'link' } },
    },
  },
  defaultVariants: { tone: 'info' },
})

const Root = chakra('div', recipe)
const icons: Record<string, IconName> = { info: 'info', success: 'ok', warning: 'alert', error: 'alert', brand: 'info' }

type Props = ComponentProps<typeof Root> & { icon?: IconName; children: ReactNode }

/**
 * A word to the traveller inside the page. Give it `role="alert"` only when it appears because of what they did, and
 * `tabIndex` only where it takes the focus: that is when a reader hears it, and it does not announce itself as well.
 */
export function Notice({ icon, children, ...props }: Props) {
  const id = useId()
  const isRead = props.tabIndex !== undefined
  return (
    <Root aria-live={isRead ? 'off' : undefined} aria-labelledby={isRead ? id : undefined} {...props}>
      <Icon name={icon ?? icons[String(props.tone ?? 'info')] ?? 'info'} />
      <div id={id}>{children}</div>
    </Root>
  )
}
