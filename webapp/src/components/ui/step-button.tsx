'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import type { ComponentProps } from 'react'
import { resting } from './busy-button'
import { Icon } from './icon'

const Root = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '11',
    borderRadius: 'full',
    border: '1px solid {colors.line.strong}',
    color: 'ink',
    cursor: 'pointer',
    _hover: { bg: 'tint' },
    _disabled: { borderColor: 'line', color: 'line.strong', bg: 'transparent', cursor: 'not-allowed' },
  },
})

interface Props extends Pick<ComponentProps<'button'>, 'aria-label' | 'aria-describedby'> {
  icon: 'minus' | 'plus'
  isResting: boolean
  onPress: () => void
}

/** One less or one more of something. At its end it keeps the focus. */
export const StepButton = ({ icon, isResting, onPress, ...props }: Props) => (
  <Root type="button" {...props} {...resting(isResting, onPress)}>
    <Icon name={icon} />
  </Root>
)
