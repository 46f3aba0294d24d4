import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { useLateRules } from './use-late-rules'

type Fields = { name: string }

const rules: Resolver<Fields> = () => ({ values: {}, errors: { name: { type: 'required', message: 'Name it' } } })

interface Props {
  load: () => Promise<Resolver<Fields>>
  onSubmit?: () => void
}

function Form({ load, onSubmit = () => undefined }: Props) {
  const { register, handleSubmit, formState } = useForm<Fields>({ resolver: useLateRules(load), mode: 'onTouched' })
  return (
    <form onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
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

afterEach(() => vi.useRealTimers())

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

test('rules that did not come at first are asked for again by what is sent, and nothing typed is lost', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const load = vi.fn().mockRejectedValueOnce(new Error('the line was away')).mockResolvedValue(rules)
  render(<Form load={load} />)
  await waitFor(() => expect(warn).toHaveBeenCalled())
  await userEvent.type(screen.getByLabelText('Name'), 'Maya')
  await userEvent.click(screen.getByRole('button'))

  expect(await screen.findByText('Name it')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveValue('Maya')
})

test('a form whose rules do not come even for what is sent is a page that did not load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const onSubmit = vi.fn()
  const load = () => Promise.reject(new Error('gone from the server'))
  render(
    <Boundary>
      <Form load={load} onSubmit={onSubmit} />
    </Boundary>,
  )
  await userEvent.click(screen.getByRole('button'))

  expect(await screen.findByText('This page did not load')).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()
})

/** The field is empty, and has the focus. */
function openAtField() {
  render(<Form load={async () => rules} />)
  act(() => screen.getByLabelText('Name').focus())
}

test('the error of a field that is left by a press comes after its click', async () => {
  vi.useFakeTimers()
  openAtField()
  const button = screen.getByRole('button')
  const onClick = vi.fn(() => expect(screen.queryByText('Name it')).toBeNull())
  button.addEventListener('click', onClick)
  fireEvent.pointerDown(button)
  act(() => button.focus())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByText('Name it')).toBeNull()

  fireEvent.pointerUp(button)
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('Name it')).toBeVisible()
})

test('the error of a field that is left by key comes at once', async () => {
  vi.useFakeTimers()
  openAtField()
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Tab' })
  await act(async () => screen.getByRole('button').focus())

  expect(screen.getByText('Name it')).toBeVisible()
})
