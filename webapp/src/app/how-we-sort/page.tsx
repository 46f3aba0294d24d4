import { HowWeSort } from '@/features/site/how-we-sort'

export default function Page() {
  return <HowWeSort />
}
