/** The gateway's schemas, as `npm run gen` writes them from its OpenAPI document. */
export interface components {
  schemas: {
    Offer: {
      id: string
      total_amount: string
      total_currency: string
      base_amount: string
      base_currency: string
      tax_amount: string | null
      tax_currency: string | null
      price: components['schemas']['Price']
      owner: components['schemas']['Carrier']
      slices: components['schemas']['Slice'][]
      conditions: components['schemas']['Conditions']
      available_services: components['schemas']['AvailableService'][]
      passenger_identity_documents_required: boolean
      passengers: components['schemas']['OfferPassenger'][]
      expires_at: string
      total_emissions_kg: string | null
    }
    Price: { amount: string; currency: string; base_amount: string; tax_amount: string; markup_rate: string }
    Carrier: { name: string; iata_code: string; logo_url: string | null }
    Airline: { id: string; name: string; iata_code: string; icao_code: string | null; logo_url: string | null }
    Place: {
      name: string
      iata_code: string
      city_name: string
      country_code: string
      time_zone: string | null
      latitude: number | null
      longitude: number | null
    }
    Slice: {
      id: string
      origin: components['schemas']['Place']
      destination: components['schemas']['Place']
      duration: string | null
      segments: components['schemas']['Segment'][]
      fare_brand_name: string | null
    }
    Segment: {
      id: string
      departing_at: string
      arriving_at: string
      origin: components['schemas']['Place']
      destination: components['schemas']['Place']
      duration: string | null
      flight_number: string
      marketing_carrier: components['schemas']['Carrier']
      operating_carrier: components['schemas']['Carrier']
      airline: components['schemas']['Airline']
      aircraft: { name: string; iata_code: string | null } | null
      services: { description: string; type: string }[]
      origin_terminal: string | null
      destination_terminal: string | null
      stops: components['schemas']['Stop'][]
      cabin_class: string | null
      baggages: components['schemas']['Baggage'][]
    }
    Stop: { airport: components['schemas']['Place']; arriving_at: string; departing_at: string }
    Baggage: { type: string; quantity: number }
    Conditions: {
      refundable: boolean
      changeable: boolean
      refund_before_departure: components['schemas']['Condition'] | null
      change_before_departure: components['schemas']['Condition'] | null
    }
    Condition: { allowed: boolean; penalty_amount: string | null; penalty_currency: string | null }
    AvailableService: {
      id: string
      name: string
      description: string
      type: string
      total_amount: string
      total_currency: string
      passenger_ids: string[]
      segment_ids: string[]
      maximum_quantity: number
    }
    OfferPassenger: { id: string; type: string; age: number | null }
    SeatMap: {
      id: string
      slice_id: string
      segment_id: string
      cabins: components['schemas']['Cabin'][]
    }
    Cabin: {
      cabin_class: string
      deck_configuration: string
      deck: number
      aisles: number
      wings: { first_row_index: number; last_row_index: number } | null
      rows: components['schemas']['Row'][]
    }
    Row: { number: number | null; sections: { elements: components['schemas']['SeatElement'][] }[] }
    SeatElement: {
      type: string
      designator: string | null
      available: boolean
      available_services: components['schemas']['SeatService'][]
      disclosures: string[]
      name: string | null
    }
    SeatService: { id: string; passenger_id: string; total_amount: string; total_currency: string }
    SearchPage: {
      offers: components['schemas']['Offer'][]
      total_count: number
      notice: { code: string; message: string } | null
    }
    Brand: {
      name: string
      domain: string
      logo: string
      theme: components['schemas']['Theme']
      contact: {
        email: string
        phone: string
        address: string
        support_email: string
        city: string
        hours_phone: string
        hours_office: string
        hours_support: string
      }
      social: { facebook: string; twitter: string; instagram: string }
      company: { legal_name: string; number: string; accreditation: string }
      version: number
    }
    Theme: {
      primary: string
      secondary: string
      accent: string
      background: string
      text: string
      font: string
      variables: { name: string; value: string }[]
    }
    SystemMode: { isLiveMode: boolean; mode: 'test' | 'live'; known: boolean; liveCards: boolean }
    User: {
      username: string
      email: string
      createdAt: string
      firstName: string
      lastName: string
      isAdmin: boolean
    }
    Problem: {
      type: string
      title: string
      status: number
      detail: string
      code: string
      request_id: string
      message: string
      errors?: { field: string; message: string }[]
    }
  }
}
