import { request } from '@/lib/api/client'
import type { Done, LoginRequest, RegisterRequest, User } from '@/lib/api/types'

const post = <T>(path: string, body: unknown) => request<T>(path, { method: 'POST', body })

export const logIn = (credentials: LoginRequest) => post<User>('/api/auth/login', credentials)

export const register = (registration: RegisterRequest) => post<User>('/api/auth/register', registration)

/** The answer is the same whether or not there is an account with this address. */
export const forgotPassword = (email: string) => post<Done>('/api/auth/forgot-password', { email })

export const changePassword = (currentPassword: string, newPassword: string) =>
  post<Done>('/api/auth/change-password', { currentPassword, newPassword })

export const resetPassword = (token: string, password: string) =>
  post<Done>('/api/auth/reset-password', { token, password })
