'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import * as words from '@/messages/components/layout'
import { useBrand } from '@/providers/brand-provider'

const networks = [
  { key: 'facebook', label: 'Facebook' },
  { key: 'twitter', label: 'X' },
  { key: 'instagram', label: 'Instagram' },
] as const

const List = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '4', mt: '2' } })

/** Where else the agency is to be found; nothing for one that names no such place. */
export function SocialLinks() {
  const { name, social } = useBrand()
  const named = networks.filter(({ key }) => social[key])
  if (named.length === 0) return null
  return (
    <List aria-label={words.elsewhere({ brand: name })}>
      {named.map(({ key, label }) => (
        <li key={key}>
          <a href={social[key]} rel="noopener noreferrer">
            {label}
          </a>
        </li>
      ))}
    </List>
  )
}
