import { expect, test } from 'vitest'
import { semanticTokens } from './semantic'
import { tokens } from './tokens'

test('s011 the status colours and the corner are fixed for every brand', () => {
  const { error, success, warning, info } = semanticTokens.colors ?? {}

  expect({ error, success, warning, info }).toMatchObject({
    error: { mark: { value: '#ff4d4f' } },
    success: { mark: { value: '#52c41a' } },
    warning: { mark: { value: '#faad14' } },
    info: { mark: { value: '#1890ff' } },
  })
  expect(tokens.radii).toMatchObject({ md: { value: '0.5rem' } })
})
