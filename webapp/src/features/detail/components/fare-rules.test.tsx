import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { offer, slice } from '@/testing/offers'
import { setup } from '@/testing/render'
import { FareRules } from './fare-rules'

test('a fare with another name on the way back is called by both, as a card calls it', () => {
  const slices = ['Basic', 'Flex'].map((fare_brand_name) => slice({ fare_brand_name }))
  setup(<FareRules offer={offer({ slices })} />)

  expect(screen.getByText('Basic / Flex')).toBeVisible()
})
