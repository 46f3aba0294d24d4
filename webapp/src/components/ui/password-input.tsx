'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { type ComponentProps, useState } from 'react'
import * as words from '@/messages/components/ui'
import { Input, labelId } from './field'
import { Hidden } from './layout'

const Root = chakra('div', {
  base: {
    position: 'relative',
    '& input': { pe: '20' },
    '& button': {
      position: 'absolute',
      insetBlock: '0',
      insetEnd: '0',
      px: '3',
      minW: '11',
      borderRadius: 'md',
      color: 'link',
      textStyle: 'sm',
      fontWeight: 'medium',
      cursor: 'pointer',
    },
  },
})

const hidden = (text: string) => <Hidden>{text}</Hidden>

type Props = Omit<ComponentProps<typeof Input>, 'type'>

/** A password, hidden until the traveller asks to see it. */
export function PasswordInput(props: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Root>
      <Input autoCapitalize="none" spellCheck={false} {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        aria-controls={props.id}
        aria-describedby={props.id && labelId(props.id)}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? words.hidePassword({ hidden }) : words.showPassword({ hidden })}
      </button>
    </Root>
  )
}
