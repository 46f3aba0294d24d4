'use client'
import { ChakraProvider } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import { SWRConfig, type SWRConfiguration } from 'swr'
import { system } from '@/theme/system'
import { BrandProvider } from './brand-provider'
import { EmotionRegistry } from './emotion-registry'
import { PageHead } from './page-head'

/** Data is never stale and never asked for twice unless a feature says otherwise. */
export const queries: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
}

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <EmotionRegistry>
      <ChakraProvider value={system}>
        <SWRConfig value={queries}>
          <BrandProvider>
            <PageHead />
            {children}
          </BrandProvider>
        </SWRConfig>
      </ChakraProvider>
    </EmotionRegistry>
  )
}
