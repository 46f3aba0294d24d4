import type { Brand } from '@/lib/api/types'

/** The built-in brand: shown for the key "default" and whenever another one cannot be had. */
export const defaultBrand: Brand = {
  name: 'Fareway',
  domain: 'default',
  logo: '',
  theme: {
    primary: '#008870',
    secondary: '#006655',
    accent: '#00ffcc',
    background: '#ffffff',
    text: '#333333',
    font: 'Inter',
    variables: [],
  },
  contact: {
    email: 'help@fareway.example',
    support_email: 'support@fareway.example',
    phone: '1-800-555-0142',
    address: '210 Harbor Street, Boston, MA 02210',
    city: 'Boston, MA',
    hours_phone: '07:00-21:00',
    hours_office: 'Mon-Fri 9am-6pm EST',
    hours_support: '24/7',
  },
  social: { facebook: '', twitter: '', instagram: '' },
  company: { legal_name: 'Fareway Travel Ltd', number: '08841276', accreditation: '96-0 4417' },
  version: 0,
}
