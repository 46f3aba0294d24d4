import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { useLateRules } from './use-late-rules'

type Fields = { name: string }

const rules: Resolver<Fields> = () => ({ values: {}, errors: { name: { type: 'required', message: 'Name it' } } })

function Form({ load }: { load: () => Promise<Resolver<Fields>> }) {
  const { register, handleSubmit, formState } = useForm<Fields>({ resolver: useLateRules(load) })
  return (
    <form onSubmit={(event) => void handleSubmit(() => undefined)(event)}>
      <input aria-label="Name" {...register('name')} />
      <button type="submit">Send</button>
      {formState.errors.name?.message}
    </form>
  )
}

class Boundary extends Component<{ children: ReactNode }> {
  state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  render() {
    return this.state.hasFailed ? 'This page did not load' : this.props.children
  }
}

test('what is sent before the rules are there is judged by them once they are', async () => {
  let arrive = (_: Resolver<Fields>) => {}
  const coming = new Promise<Resolver<Fields>>((resolve) => {
    arrive = resolve
  })
  const load = () => coming
  render(<Form load={load} />)
  await userEvent.click(screen.getByRole('button'))
  expect(screen.queryByText('Name it')).toBeNull()

  arrive(rules)
  expect(await screen.findByText('Name it')).toBeVisible()
})

test('a form whose rules do not come is a page that did not load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = () => Promise.reject(new Error('gone from the server'))
  render(
    <Boundary>
      <Form load={load} />
    </Boundary>,
  )

  expect(await screen.findByText('This page did not load')).toBeVisible()
})
