'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Icon } from '@/components/ui/icon'
import { Text } from '@/components/ui/layout'
import { trust } from '@/content/home'

const Root = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr', md: 'repeat(3, 1fr)' },
    gap: { base: '4', md: '0' },
    mt: '8',
    // On a tablet the icon stands above its words, which would be left a narrow column beside it.
    '& li': {
      display: 'flex',
      flexDirection: { md: 'column', lg: 'row' },
      gap: { base: '3', md: '2', lg: '3' },
      px: { md: '6' },
      borderStart: { md: '1px solid {colors.line}' },
    },
    '& li:first-of-type': { ps: '0', borderStart: '0' },
    '& svg': { flex: 'none', mt: '0.5', color: 'link' },
  },
})

export function Trust() {
  return (
    <Root>
      {trust.map(({ icon, title, text }) => (
        <li key={title}>
          <Icon name={icon} size="lg" />
          <div>
            <strong>{title}</strong>
            <Text textStyle="sm" color="fg.muted">
              {text}
            </Text>
          </div>
        </li>
      ))}
    </Root>
  )
}
