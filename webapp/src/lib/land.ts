'use client'
import { startTransition, useEffect, useState } from 'react'
import type { Point } from './globe'

/** A grid over the globe from the north-west corner, a bit a cell: is its middle land? See tools/gen-land.mjs. */
interface LandGrid {
  columns: number
  rows: number
  /** Base64, the lowest bit of a byte first. */
  bits: string
}

export type IsLand = (place: Point) => boolean

/** Weighs the four cells around a place, so that a coast seen from near is no staircase. */
export function landOf({ columns, rows, bits }: LandGrid): IsLand {
  const bytes = Uint8Array.from(atob(bits), (char) => char.charCodeAt(0))
  const cell = (row: number, column: number) => {
    const at = Math.min(rows - 1, Math.max(0, row)) * columns + ((column + columns) % columns)
    return ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1
  }
  return ({ latitude, longitude }) => {
    const east = (((((longitude + 180) % 360) + 360) % 360) / 360) * columns - 0.5
    const south = ((90 - latitude) / 180) * rows - 0.5
    const [column, row] = [Math.floor(east), Math.floor(south)]
    const [right, down] = [east - column, south - row]
    const upper = cell(row, column) * (1 - right) + cell(row, column + 1) * right
    const lower = cell(row + 1, column) * (1 - right) + cell(row + 1, column + 1) * right
    return upper * (1 - down) + lower * down > 0.5
  }
}

/** The land comes as a chunk of its own, once, when a map first needs it. Without it a map has no land. */
let loading: Promise<IsLand> | null = null

export function useLand(): IsLand | null {
  const [land, setLand] = useState<IsLand | null>(null)

  useEffect(() => {
    let isCurrent = true
    loading ??= import('./land.json').then((module) => landOf(module.default))
    loading.then(
      (isLand) => isCurrent && startTransition(() => setLand(() => isLand)),
      () => {
        loading = null
      },
    )
    return () => {
      isCurrent = false
    }
  }, [])

  return land
}
