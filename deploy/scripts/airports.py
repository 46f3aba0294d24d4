#!/usr/bin/env python3
"""Writes seeds/airports.json: the airports the sandbox flies to and the web app's picker lists.

    pip install airportsdata==20260905
    deploy/scripts/airports.py            # rewrites the file
    deploy/scripts/airports.py --check    # fails where it is stale

Codes, coordinates, countries and IANA time zones come from the PyPI package `airportsdata` by Mike Borsetti and
contributors (MIT licence, https://github.com/mborsetti/airportsdata). Which airports, how big, and the names a
traveller would use instead of an official one are chosen here. The output depends on nothing but this file and
the version of the package.
"""

import json
import sys
from pathlib import Path

import airportsdata

OUTPUT = Path(__file__).resolve().parents[2] / "seeds" / "airports.json"

# By the traffic they draw: the sandbox decides from it who flies there and how often.
MAJOR = """
    ATL LAX ORD DFW DEN JFK SFO SEA LAS MCO MIA EWR CLT PHX IAH BOS YYZ YVR MEX GRU
    LHR CDG AMS FRA MAD BCN MUC FCO IST DXB DOH AUH DEL BOM SIN HKG BKK KUL CGK ICN
    NRT HND PEK PVG CAN TPE MNL SYD MEL AKL JNB CAI
"""
LARGE = """
    MSP DTW PHL LGA BWI DCA IAD SLC SAN TPA FLL MDW BNA AUS PDX STL RDU HNL DAL HOU OAK SJC SMF SNA MSY MCI SAT
    YUL YYC YOW YEG CUN GDL MTY BOG LIM SCL EZE GIG BSB PTY SJO HAV PUJ SJU
    LGW STN LTN MAN EDI BHX DUB ZRH GVA VIE BRU CPH ARN OSL HEL LIS OPO ORY NCE LYS BER DUS HAM STR MXP LIN VCE
    NAP ATH WAW PRG BUD OTP PMI AGP SAW AYT KEF
    RUH JED KWI BAH MCT AMM BEY TLV CPT NBO ADD LOS CMN ACC
    BLR MAA HYD CCU COK CMB MLE DAC KTM KHI LHE ISB HAN SGN DAD HKT DPS CEB KTI KTI
    KIX NGO FUK CTS OKA GMP CJU PUS SHA CTU SZX XIY KMG HGH PKX TSA
    BNE PER ADL CHC WLG
"""
REGIONAL = """
    PVD BDL BUF ROC SYR ALB PWM BTV ORF RIC CHS SAV JAX RSW PBI GSP BHM MEM SDF TYS OKC TUL OMA DSM MSN MKE GRR
    CLE IND PIT CMH CVG ABQ ELP TUS BOI RNO ONT BUR LGB PSP GEG ANC FAI OGG KOA LIH BZN
    YHZ YWG AEP MDE UIO MBJ NAS MVD
    LCY SEN GLA BRS MRS TLS CGN BLQ CTA SKG KRK SOF BEG ZAG ALC VLC SVQ BIO TFS LPA IBZ RIX VNO TLL BGO GOT MLA
    LCA ESB BTS
    DUR DAR KGL MRU RAI ABV RAK TUN ALG DKR SEZ
    AMD GOI PNQ CNX DMK SUB PEN RGN CKG XMN KHH TAS ALA GYD TBS
    CBR OOL CNS HBA DRW ZQN NAN PPT
"""

# A city's own code, where it is not its airport's; it may be searched for.
CITIES = {
    "LON": ("London", "LHR LGW STN LTN LCY SEN"),
    "NYC": ("New York", "JFK EWR LGA"),
    "CHI": ("Chicago", "ORD MDW"),
    "WAS": ("Washington", "IAD DCA"),
    "YTO": ("Toronto", "YYZ"),
    "YMQ": ("Montreal", "YUL"),
    "SAO": ("Sao Paulo", "GRU"),
    "RIO": ("Rio de Janeiro", "GIG"),
    "BUE": ("Buenos Aires", "EZE AEP"),
    "PAR": ("Paris", "CDG ORY"),
    "MIL": ("Milan", "MXP LIN"),
    "ROM": ("Rome", "FCO"),
    "STO": ("Stockholm", "ARN"),
    "REK": ("Reykjavik", "KEF"),
    "BUH": ("Bucharest", "OTP"),
    "IST": ("Istanbul", "IST SAW"),
    "BKK": ("Bangkok", "BKK DMK"),
    "JKT": ("Jakarta", "CGK"),
    "TYO": ("Tokyo", "NRT HND"),
    "OSA": ("Osaka", "KIX"),
    "SPK": ("Sapporo", "CTS"),
    "SEL": ("Seoul", "ICN GMP"),
    "BJS": ("Beijing", "PEK PKX"),
    "SHA": ("Shanghai", "PVG SHA"),
    "TPE": ("Taipei", "TPE TSA"),
}
CITY_OF = {airport: (code, name) for code, (name, airports) in CITIES.items() for airport in airports.split()}

# Where the package names the municipality or the whole monument: what stands on the departure board.
NAMES = {
    "ATL": "Hartsfield-Jackson Atlanta International Airport",
    "BLQ": "Bologna Guglielmo Marconi Airport",
    "BLR": "Kempegowda International Airport",
    "BOI": "Boise Airport",
    "BOS": "Boston Logan International Airport",
    "CHS": "Charleston International Airport",
    "CLT": "Charlotte Douglas International Airport",
    "CMB": "Bandaranaike International Airport",
    "CTA": "Catania Fontanarossa Airport",
    "DAC": "Hazrat Shahjalal International Airport",
    "DCA": "Ronald Reagan Washington National Airport",
    "DPS": "Ngurah Rai International Airport",
    "FCO": "Rome Fiumicino Airport",
    "GIG": "Rio de Janeiro Galeao International Airport",
    "GRU": "Sao Paulo Guarulhos International Airport",
    "GVA": "Geneva Airport",
    "HKG": "Hong Kong International Airport",
    "HND": "Tokyo Haneda Airport",
    "HYD": "Rajiv Gandhi International Airport",
    "IAH": "George Bush Intercontinental Airport",
    "KMG": "Kunming Changshui International Airport",
    "KOA": "Kona International Airport",
    "KRK": "John Paul II Krakow-Balice International Airport",
    "LGA": "LaGuardia Airport",
    "LGB": "Long Beach Airport",
    "LHE": "Allama Iqbal International Airport",
    "MEM": "Memphis International Airport",
    "MSN": "Dane County Regional Airport",
    "MSP": "Minneapolis-St Paul International Airport",
    "MVD": "Carrasco International Airport",
    "NAP": "Naples International Airport",
    "OKC": "Will Rogers World Airport",
    "PVD": "Rhode Island T. F. Green International Airport",
    "PWM": "Portland International Jetport",
    "RNO": "Reno-Tahoe International Airport",
    "ROC": "Greater Rochester International Airport",
    "SAV": "Savannah Hilton Head International Airport",
    "SEN": "London Southend Airport",
    "SNA": "John Wayne Airport",
    "TYS": "McGhee Tyson Airport",
    "UIO": "Mariscal Sucre International Airport",
    "VCE": "Venice Marco Polo Airport",
    "YOW": "Ottawa Macdonald-Cartier International Airport",
}
CITY_NAMES = {
    "BDL": "Hartford",
    "BEG": "Belgrade",
    "BLR": "Bengaluru",
    "BUR": "Burbank",
    "BWI": "Baltimore",
    "CEB": "Cebu",
    "CJU": "Jeju",
    "CVG": "Cincinnati",
    "DPS": "Bali",
    "FLL": "Fort Lauderdale",
    "FRA": "Frankfurt",
    "GOI": "Goa",
    "GSP": "Greenville",
    "KHH": "Kaohsiung",
    "KOA": "Kona",
    "KRK": "Krakow",
    "KTI": "Phnom Penh",
    "LGB": "Long Beach",
    "LPA": "Gran Canaria",
    "MDE": "Medellin",
    "MLA": "Malta",
    "MLE": "Male",
    "NAP": "Naples",
    "NGO": "Nagoya",
    "OAK": "Oakland",
    "ONT": "Ontario",
    "PMI": "Palma de Mallorca",
    "PTY": "Panama City",
    "RDU": "Raleigh-Durham",
    "SEZ": "Mahe",
    "SJC": "San Jose",
    "SNA": "Santa Ana",
    "SVQ": "Seville",
    "TFS": "Tenerife",
    "TLS": "Toulouse",
    "VCE": "Venice",
    "XIY": "Xi'an",
    "YVR": "Vancouver",
}


def airport(code, size, known):
    row = known[code]
    city_code, city_name = CITY_OF.get(code, (code, CITY_NAMES.get(code, row["city"])))
    return {
        "id": f"arp_{code.lower()}_{row['country'].lower()}",
        "iata_code": code,
        "icao_code": row["icao"],
        "name": NAMES.get(code, row["name"]),
        "city_name": city_name,
        "city_code": city_code,
        "country_code": row["country"],
        "time_zone": row["tz"],
        "latitude": round(row["lat"], 4),
        "longitude": round(row["lon"], 4),
        "size": size,
    }


def airports():
    known = airportsdata.load("IATA")
    sizes = {"major": MAJOR, "large": LARGE, "regional": REGIONAL}
    chosen = {code: size for size in reversed(sizes) for code in sizes[size].split()}
    return [airport(code, size, known) for code, size in sorted(chosen.items())]


def main():
    rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in airports())
    text = f"[\n{rows}\n]\n"
    if "--check" in sys.argv[1:]:
        if OUTPUT.read_text(encoding="utf-8") != text:
            sys.exit(f"{OUTPUT} is stale: run deploy/scripts/airports.py")
        return
    OUTPUT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
