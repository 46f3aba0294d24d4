'use client'
import { chakra } from '@chakra-ui/react/styled-system'
import { Field, Input, Select } from '@/components/ui/field'
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
    '& > h3, & > .wide': { gridColumn: '1 / -1' },
    '&.colors': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})

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
        <h3>Identity</h3>
        <Field {...field('brand.name')} label="Name">
          <Input {...bind('brand.name')} autoComplete="off" />
        </Field>
        <Field
          {...field('brand.domain')}
          label="Key"
          hint={isNew ? 'A domain such as agency.com, or a short name such as blue' : 'The key can’t be changed'}
        >
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
        <h3>Price</h3>
        <Field {...field('markupRate')} label="Markup in percent" hint={markupHint(draft.markup)}>
          <Input
            value={draft.markup}
            onChange={(event) => onMarkup(event.target.value)}
            inputMode="decimal"
            autoComplete="off"
          />
        </Field>
      </Section>
      <Section className="colors">
        <h3>Theme</h3>
        {colorFields.map(({ name, label, hint }) => (
          <ColorField
            key={name}
            {...field(`brand.theme.${name}`)}
            label={label}
            hint={hint}
            {...bind(`brand.theme.${name}`)}
          />
        ))}
        <Field {...field('brand.theme.font')} label="Font">
          <Select {...bind('brand.theme.font')}>
            <option>Inter</option>
            <option>Figtree</option>
          </Select>
        </Field>
      </Section>
      <Section>
        <h3>Contact</h3>
        {texts(contactFields)}
      </Section>
      <Section>
        <h3>Company</h3>
        {texts(companyFields)}
      </Section>
      <Section>
        <h3>Web addresses</h3>
        {texts(socialFields)}
        <Field
          {...field('publicUrl')}
          label="Public address"
          hint="Where links in e-mails lead. If empty, we use the key."
          optional
        >
          <Input {...bind('publicUrl')} type="url" autoComplete="off" />
        </Field>
      </Section>
    </>
  )
}
