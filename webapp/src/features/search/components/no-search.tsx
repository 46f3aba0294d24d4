'use client'
import dynamic from 'next/dynamic'
import { Container, Text } from '@/components/ui/layout'
import * as words from '@/messages/search/no-search'

const SearchForm = dynamic(() => import('./form/search-form').then((module) => module.SearchForm), { ssr: false })

/** The address names no search: it begins here. */
export function NoSearch() {
  return (
    <Container pt={{ base: '6', md: '10' }}>
      <Text as="h1" textStyle="h1">
        {words.noSearchTitle}
      </Text>
      <Text mt="2" mb="6" color="fg.muted">
        {words.noSearchHint}
      </Text>
      <SearchForm />
    </Container>
  )
}
