import { request } from '@/lib/api/client'
import type { User } from '@/lib/api/types'

export interface Credentials {
  username: string
  password: string
}

export interface Registration extends Credentials {
  email: string
  firstName: string
  lastName: string
}

const post = <T>(path: string, body: unknown) => request<T>(path, { method: 'POST', body })

export const logIn = (credentials: Credentials) => post<User>('/api/auth/login', credentials)

export const register = (registration: Registration) => post<User>('/api/auth/register', registration)

/** The answer is the same whether or not there is an account with this address. */
export const forgotPassword = (email: string) => post<{ message: string }>('/api/auth/forgot-password', { email })

export const resetPassword = (token: string, password: string) =>
  post<{ message: string }>('/api/auth/reset-password', { token, password })
