/** An answer that comes when a test says so. */
export function deferred<T = never>() {
  let resolve: (value: unknown) => void = () => undefined
  let reject: (reason: Error) => void = () => undefined
  const promise = new Promise<T>((whenCome, whenFailed) => {
    resolve = whenCome as typeof resolve
    reject = whenFailed
  })
  return { promise, resolve, reject }
}

export type Deferred = ReturnType<typeof deferred>
