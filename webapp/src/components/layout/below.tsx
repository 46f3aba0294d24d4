'use client'
import { chakra } from '@chakra-ui/react/styled-system'

/**
 * A part of a page that begins below the first view: the browser lays it out when somebody comes near it. It is in the
 * page all the same, for readers and for searches in it.
 */
export const Below = chakra('div', { base: { contentVisibility: 'auto', containIntrinsicSize: 'auto 36rem' } })
