import { Flight } from './flight'

/** One exported page stands for every offer; the gateway serves it for any id. */
export const generateStaticParams = () => [{ id: '_' }]

export default function Page() {
  return <Flight />
}
