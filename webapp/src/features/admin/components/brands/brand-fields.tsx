'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Field, Input, Select } from '@/components/ui/field'
import * as words from '@/messages/admin/brand-fields'
import { type Draft, type FieldPath, markupHint, valueAt } from '../../lib/brand-draft'
import { colorFields, companyFields, contactFields, socialFields } from '../../lib/brand-fields'
import { ColorField } from './color-field'
import { LogoField } from './logo-field'

const Section = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: '4',
    '& + &': { mt: '6', pt: '6', borderTop: '1px solid {colors.line}' },
    // Half of the column is too little for what is written there.
    '& > h3, & > .wide, & > :has(input[type=email], input[type=url], input[id$=address])': { gridColumn: '1 / -1' },
    // Below the bar that publishes.
    '& input, & select': { scrollMarginTop: { md: '9rem' } },
    '&.colors': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})

const FONTS = ['Inter', 'Figtree']

interface Props {
  draft: Draft
  isNew: boolean
  errors: Record<FieldPath, string>
  /** Of fields that could be sent and would be refused. */
  warnings: Record<FieldPath, string>
  onChange: (path: FieldPath, value: string) => void
  onMarkup: (percent: string) => void
}

/** All that a brand is made of. Ids of the controls are the server's names of the fields. */
export function BrandFields({ draft, isNew, errors, warnings, onChange, onMarkup }: Props) {
  const bind = (path: FieldPath) => ({
    value: valueAt(draft.record, path),
    onChange: (event: { target: { value: string } }) => onChange(path, event.target.value),
  })
  const field = (path: FieldPath) => ({ id: path, error: errors[path], warning: warnings[path] })
  const texts = (fields: typeof contactFields) =>
    fields.map(({ path, label, hint, type }) => (
      <Field key={path} {...field(path)} label={label} hint={hint} optional>
        <Input {...bind(path)} type={type ?? 'text'} autoComplete="off" />
      </Field>
    ))
  return (
    <>
      <Section>
        <h3>{words.identity}</h3>
        <Field {...field('brand.name')} label={words.name}>
          <Input {...bind('brand.name')} autoComplete="off" />
        </Field>
        <Field {...field('brand.domain')} label={words.key} hint={isNew ? words.keyHint : words.keyFixed}>
          <Input
            {...bind('brand.domain')}
            disabled={!isNew}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <div className="wide">
          <LogoField
            {...field('brand.logo')}
            value={draft.record.brand.logo}
            onLogo={(logo) => onChange('brand.logo', logo)}
          />
        </div>
      </Section>
      <Section>
        <h3>{words.price}</h3>
        <Field {...field('markupRate')} label={words.markup} hint={markupHint(draft.markup)}>
          <Input
            value={draft.markup}
            onChange={(event) => onMarkup(event.target.value)}
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
      </Section>
      <Section className="colors">
        <h3>{words.theme}</h3>
        {colorFields.map(({ name, ...texts }) => (
          <ColorField key={name} {...field(`brand.theme.${name}`)} {...texts} {...bind(`brand.theme.${name}`)} />
        ))}
        <Field {...field('brand.theme.font')} label={words.font}>
          <Select {...bind('brand.theme.font')}>
            {FONTS.map((font) => (
              <option key={font}>{font}</option>
            ))}
          </Select>
        </Field>
      </Section>
      <Section>
        <h3>{words.contact}</h3>
        {texts(contactFields)}
      </Section>
      <Section>
        <h3>{words.company}</h3>
        {texts(companyFields)}
      </Section>
      <Section>
        <h3>{words.addresses}</h3>
        {texts(socialFields)}
        <Field {...field('publicUrl')} label={words.publicAddress} hint={words.publicAddressHint} optional>
          <Input {...bind('publicUrl')} type="url" autoComplete="off" />
        </Field>
      </Section>
    </>
  )
}
