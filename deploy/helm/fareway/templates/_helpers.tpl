{{/*
Every helper takes the same dict, made by "fareway.context": root (the chart's own dot), facts (programs.yaml), name and
program (its entry there), size (its entry in the values).
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

{{/* The settings that follow from the rest of the values. */}}
{{- define "fareway.derived" -}}
{{- $values := .root.Values -}}
LISTEN: 0.0.0.0:{{ .program.port }}
ADMIN_LISTEN: 0.0.0.0:{{ .facts.adminPort }}
DRAIN_SECONDS: {{ $values.rollout.drainSeconds | quote }}
TLS_DIR: /tls
NATS_URL: nats://{{ required "nats.host is not set" $values.nats.host }}:{{ $values.nats.port }}
NATS_USER: {{ .name }}
{{- with $values.telemetry.host }}
OTEL_EXPORTER_OTLP_ENDPOINT: http://{{ . }}:{{ $values.telemetry.port }}
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
DUFFEL_CALLS_PER_MINUTE: {{ div $part (mul 100 (include "fareway.most" . | int)) | quote }}
{{- end }}
{{- if has "gateway" .program.settings }}
GATEWAY_REPLICAS: {{ include "fareway.most" . | quote }}
TRUSTED_PROXIES: {{ required "ingress.proxies is not set" $values.ingress.proxies | join "," }}
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
- name: DATABASE_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .root.Values.secretPrefix }}{{ .secret }}, key: password } }
- name: {{ .setting }}
  value: postgres://{{ .user }}:$(DATABASE_PASSWORD)@{{ required "postgres.host is not set" $postgres.host }}:{{ $postgres.port }}/{{ $postgres.database }}{{ with $postgres.parameters }}?{{ . }}{{ end }}
{{- end }}

{{- define "fareway.postgresCa" -}}
- name: postgres-ca
  secret: { secretName: {{ required "postgres.caSecret is not set" .root.Values.postgres.caSecret }}, defaultMode: 0440, items: [{ key: ca.crt, path: ca.crt }] }
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

{{/* NetworkPolicy: leave to call an end outside the system (end) at its ports. */}}
{{- define "fareway.egress" -}}
{{- $port := (get .root.Values .end | default dict).port -}}
{{- $peers := get .root.Values.network.peers .end -}}
{{- if eq .end "site" -}}{{- $peers = concat $peers .root.Values.network.peers.ingress -}}{{- end -}}
- ports:
    {{- range get .root.Values.network.ports .end | default (list $port) }}
    - port: {{ . }}
    {{- end }}
  to: {{- required (printf "network.peers.%s is not set" .end) $peers | toYaml | nindent 4 }}
{{- end }}

{{/* NetworkPolicy: leave to look names up. */}}
{{- define "fareway.dns" -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
  to: {{- .Values.network.peers.dns | toYaml | nindent 4 }}
{{- end }}
