'use client'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSWRConfig } from 'swr'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Stack } from '@/components/ui/layout'
import { Notice } from '@/components/ui/notice'
import { notify } from '@/components/ui/toast/notify'
import { bookingsKey } from '@/lib/api/bookings'
import { currentUserKey } from '@/lib/api/current-user'
import { ApiError } from '@/lib/api/error'
import { safeRedirect } from '@/lib/routes'
import { useNavigate } from '@/lib/use-navigate'
import { logIn } from '../api/session'
import { type LoginForm as Form, loginSchema } from '../lib/forms'

interface Props {
  redirect: string | null
  onForgot: () => void
}

export function LoginForm({ redirect, onForgot }: Props) {
  const { push } = useNavigate()
  const { mutate } = useSWRConfig()
  const [problem, setProblem] = useState('')
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: standardSchemaResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (credentials) => {
    setProblem('')
    try {
      await mutate(currentUserKey, await logIn(credentials), { revalidate: false })
      void mutate(bookingsKey)
      void notify({ type: 'success', title: 'Login successful', description: 'Welcome back' })
      push(safeRedirect(redirect))
    } catch (error) {
      const words = (error instanceof ApiError && error.detail) || 'Invalid username or password'
      setProblem(words)
      void notify({ type: 'error', title: 'Login failed', description: words })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="5">
        {problem && (
          <Notice tone="error" role="alert">
            <strong>Login failed.</strong> {problem}
          </Notice>
        )}
        <Field label="Username" error={errors.username?.message}>
          <Input {...register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <Input {...register('password')} type="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" block disabled={isSubmitting}>
          {isSubmitting ? 'Logging in…' : 'Log In'}
        </Button>
        <Button variant="link" justifySelf="center" onClick={onForgot}>
          Forgot password?
        </Button>
      </Stack>
    </form>
  )
}
