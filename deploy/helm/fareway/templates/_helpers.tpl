{{/*
Helpers take a dict: root (the chart's own dot), and what they need beside it. For a program "fareway.context" adds name,
facts (programs.yaml), program (its entry there) and size (its entry in the values).
*/}}
{{- define "fareway.context" -}}
{{- $facts := .root.Files.Get "programs.yaml" | fromYaml -}}
{{- $size := get .root.Values.programs .name -}}
{{- toYaml (dict "facts" $facts "name" .name "program" (get $facts.programs .name) "size" $size) -}}
{{- end }}

{{- define "fareway.image" -}}
{{ required "image.registry is not set" .root.Values.image.registry }}/{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "fareway.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "fareway.labels" -}}
{{ include "fareway.selector" . }}
app.kubernetes.io/part-of: fareway
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{/* The largest number of replicas that serve at once. */}}
{{- define "fareway.most" -}}
{{- .size.maxReplicas | default .size.replicas -}}
{{- end }}

{{/*
The largest number of replicas that end at once in a rollout. A Deployment does not count them in its surge: it goes on
every minReadySeconds, and an ending one may stay until its calls have ended.
*/}}
{{- define "fareway.ending" -}}
{{- $rollout := .root.Values.rollout -}}
{{- $seconds := add $rollout.drainSeconds .program.finishSeconds -}}
{{- mul $rollout.surge (divf $seconds $rollout.minReadySeconds | ceil | int) -}}
{{- end }}

{{/* Whether the ingress controller keeps a visitor at one gateway: "true" or "false". Takes the chart's own dot. */}}
{{- define "fareway.sticky" -}}
{{- $sticky := .Values.ingress.sticky -}}
{{- if not (kindIs "bool" $sticky) -}}{{- fail "ingress.sticky is not set: say whether your ingress controller keeps a visitor at one gateway (docs/kubernetes.md)" -}}{{- end -}}
{{- $sticky -}}
{{- end }}

{{/* The settings that follow from the rest of the values. */}}
{{- define "fareway.derived" -}}
{{- $values := .root.Values -}}
LISTEN: 0.0.0.0:{{ .program.port }}
ADMIN_LISTEN: 0.0.0.0:{{ .facts.adminPort }}
DRAIN_SECONDS: {{ $values.rollout.drainSeconds | quote }}
TLS_DIR: /tls
NATS_URL: tls://{{ required "nats.host is not set" $values.nats.host }}:{{ $values.nats.port }}
NATS_CA_FILE: {{ ternary "/nats-ca/ca.crt" "/tls/ca.pem" (ne $values.nats.caSecret "") }}
NATS_USER: {{ .name }}
{{- with $values.telemetry.host }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ ternary "https" "http" (ne $values.telemetry.caSecret "") }}://{{ . }}:{{ $values.telemetry.port }}
{{- end }}
{{- if $values.telemetry.caSecret }}
OTEL_EXPORTER_OTLP_CERTIFICATE: /telemetry-ca/ca.crt
{{- end }}
{{- range .program.calls }}
{{ trimPrefix "svc-" . | upper }}_URL: http://{{ . }}:{{ (get $.facts.programs .).port }}
{{- end }}
{{- if has "store" .program.settings }}
NATS_STREAM_REPLICAS: {{ $values.nats.streamReplicas | quote }}
SYSTEM_URL: https://{{ required "host is not set" $values.host }}
{{- end }}
{{- if and $values.duffel.callsPerMinute (has "duffel" .program.settings) }}
{{- $part := mul $values.duffel.callsPerMinute (get $values.duffel.percent .name) }}
{{- $share := div $part (mul 100 (include "fareway.most" . | int)) }}
{{- if lt $share 1 }}{{ fail (printf "duffel.callsPerMinute leaves a replica of %s no call a minute: raise it or the part, or lower the replicas" .name) }}{{ end }}
DUFFEL_CALLS_PER_MINUTE: {{ $share | quote }}
{{- end }}
{{- if has "gateway" .program.settings }}
{{- if not $values.ingress.proxies }}{{ fail "ingress.proxies is empty: name the networks of your ingress controller's pods" }}{{ end }}
GATEWAY_REPLICAS: {{ ternary "1" (include "fareway.most" .) (include "fareway.sticky" .root | eq "true") | quote }}
TRUSTED_PROXIES: {{ $values.ingress.proxies | join "," }}
{{- end }}
{{- end }}

{{/* Every setting of the program that is no secret and has a value. Refuses names that it does not have. */}}
{{- define "fareway.settings" -}}
{{- $known := list -}}
{{- range .program.settings -}}{{- $known = concat $known (get $.facts.settings .) -}}{{- end -}}
{{- $own := get .root.Values.settings .name | default dict -}}
{{- range keys $own -}}
{{- if not (has . $known) -}}{{- fail (printf "settings.%s: %s has no setting %s" $.name $.name .) -}}{{- end -}}
{{- end -}}
{{- $shared := dict -}}
{{- range $setting, $value := .root.Values.settings.all -}}
{{- if has $setting $known -}}{{- $_ := set $shared $setting $value -}}{{- end -}}
{{- end -}}
{{- $settings := mergeOverwrite (include "fareway.derived" . | fromYaml) $shared $own -}}
{{- if hasKey $settings "DATABASE_URL" -}}{{- fail "DATABASE_URL is made of postgres.* and the password in a Secret: take it out of settings" -}}{{- end -}}
{{- range keys $settings -}}
{{- if hasKey $.facts.secrets . -}}{{- fail (printf "%s is a secret: put it into the Secret %s%s" . $.root.Values.secretPrefix $.name) -}}{{- end -}}
{{- end -}}
{{- toYaml $settings -}}
{{- end }}

{{/* The secrets of the program, each from the key of its name. */}}
{{- define "fareway.secrets" -}}
{{- range $group := .program.settings -}}
{{- range $setting := get $.facts.settings $group }}
{{- with get $.facts.secrets $setting }}
- name: {{ $setting }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.secretPrefix }}{{ $.name }}, key: {{ $setting }}, optional: {{ .optional }} } }
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* A URL of Postgres (setting) for a role (user), whose password is in a Secret (secret). Kubernetes puts it in. */}}
{{- define "fareway.database" -}}
{{- $postgres := .root.Values.postgres -}}
{{- if and (eq (.root.Values.settings.all.ENVIRONMENT | default "") "production") (not (has "sslmode=verify-full" (splitList "&" $postgres.parameters))) -}}
{{- fail "postgres.parameters has no sslmode=verify-full: anybody on the way could pass for Postgres" -}}
{{- end -}}
- name: DATABASE_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretPrefix }}{{ .secret }}, key: password } }
- name: {{ .setting }}
  value: postgres://{{ .user }}:$(DATABASE_PASSWORD)@{{ required "postgres.host is not set" $postgres.host }}:{{ $postgres.port }}/{{ $postgres.database }}{{ with $postgres.parameters }}?{{ . }}{{ end }}
{{- end }}

{{/* A volume (volume) with the ca.crt of a Secret (secret). */}}
{{- define "fareway.ca" -}}
- name: {{ .volume }}
  secret: { secretName: {{ .secret }}, defaultMode: 0440, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}

{{- define "fareway.postgresCa" -}}
{{- include "fareway.ca" (dict "volume" "postgres-ca" "secret" (required "postgres.caSecret is not set" .root.Values.postgres.caSecret)) -}}
{{- end }}

{{/* What holds for every pod: no token, no root, no names of other Services in its environment. */}}
{{- define "fareway.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* What holds for every container. */}}
{{- define "fareway.container" -}}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* NetworkPolicy: who an end outside the system is (end). To Kubernetes an empty list is everybody. */}}
{{- define "fareway.peers" -}}
{{- $peers := get .root.Values.network.peers .end -}}
{{- if not $peers -}}{{- fail (printf "network.peers.%s is empty, which would mean everybody: say who it is (docs/kubernetes.md)" .end) -}}{{- end -}}
{{- toYaml $peers -}}
{{- end }}

{{/* NetworkPolicy: leave to call an end outside the system (end) at its ports. */}}
{{- define "fareway.egress" -}}
{{- $port := (get .root.Values .end | default dict).port -}}
- ports:
    {{- range get .root.Values.network.ports .end | default (list $port) }}
    - port: {{ . }}
    {{- end }}
  to:
    {{- include "fareway.peers" . | nindent 4 }}
    {{- if eq .end "site" }}
    {{- include "fareway.peers" (dict "root" .root "end" "ingress") | nindent 4 }}
    {{- end }}
{{- end }}

{{/* NetworkPolicy: leave to look names up. Takes the chart's own dot. */}}
{{- define "fareway.dns" -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
  to: {{- include "fareway.peers" (dict "root" . "end" "dns") | nindent 4 }}
{{- end }}
