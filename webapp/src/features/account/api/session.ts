import { apiPath } from '@/lib/api/api-path'
import { request } from '@/lib/api/client'
import type { LoginRequest, RegisterRequest } from '@/lib/api/types'

export const logIn = (credentials: LoginRequest) => request('POST', apiPath('/api/auth/login'), { body: credentials })

export const register = (registration: RegisterRequest) =>
  request('POST', apiPath('/api/auth/register'), { body: registration })

/** The answer is the same whether or not there is an account with this address. */
export const forgotPassword = (email: string) =>
  request('POST', apiPath('/api/auth/forgot-password'), { body: { email } })

export const requestConfirmationLink = () => request('POST', apiPath('/api/auth/confirmation-link'))

export const confirmEmail = (token: string) => request('POST', apiPath('/api/auth/confirm-email'), { body: { token } })

export const changePassword = (currentPassword: string, newPassword: string) =>
  request('POST', apiPath('/api/auth/change-password'), { body: { currentPassword, newPassword } })

export const resetPassword = (token: string, password: string) =>
  request('POST', apiPath('/api/auth/reset-password'), { body: { token, password } })
