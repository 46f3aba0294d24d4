//! The service's methods, a file each: each converts its message, calls one operation, and converts the answer.

mod authorise_payment;
mod capture_payment;
mod claim_payment;
mod convert;
mod convert_review;
mod find_authorisation;
mod get_payment;
mod get_provider_status;
mod list_attention;
mod prove_offer_view;
mod receive_webhook;
mod refund_payment;
mod resolve_attention;
mod settle_difference;
mod void_payment;

use std::sync::Arc;

use proto::payments::v1::attention_service_server::{AttentionService, AttentionServiceServer};
use proto::payments::v1::payments_service_server::{PaymentsService, PaymentsServiceServer};
use proto::payments::v1::{
    AuthorisePaymentRequest, AuthorisePaymentResponse, CapturePaymentRequest, CapturePaymentResponse,
    ClaimPaymentRequest, ClaimPaymentResponse, FindAuthorisationRequest, FindAuthorisationResponse,
    GetPaymentRequest, GetPaymentResponse, GetProviderStatusRequest, GetProviderStatusResponse,
    ListAttentionRequest, ListAttentionResponse, ProveOfferViewRequest, ProveOfferViewResponse,
    ReceiveWebhookRequest, ReceiveWebhookResponse, RefundPaymentRequest, RefundPaymentResponse,
    ResolveAttentionRequest, ResolveAttentionResponse, SettleDifferenceRequest, SettleDifferenceResponse,
    VoidPaymentRequest, VoidPaymentResponse,
};
use service::{Allow, preflight};
use tonic::{Request, Response, Status};

use crate::ops::{Payments, ReviewService};

/// Cards and webhooks come through the gateway; everything that moves money for a booking comes from svc-booking.
pub const ALLOWED: &[Allow] = &[
    Allow { methods: "/fareway.payments.v1.PaymentsService/AuthorisePayment", callers: &["gateway"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/ProveOfferView", callers: &["gateway"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/ReceiveWebhook", callers: &["gateway"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/GetProviderStatus", callers: &["gateway"] },
    Allow {
        methods: "/fareway.payments.v1.PaymentsService/FindAuthorisation",
        callers: &["gateway", "svc-booking"],
    },
    Allow { methods: "/fareway.payments.v1.PaymentsService/ClaimPayment", callers: &["svc-booking"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/CapturePayment", callers: &["svc-booking"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/VoidPayment", callers: &["svc-booking"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/RefundPayment", callers: &["svc-booking"] },
    Allow { methods: "/fareway.payments.v1.PaymentsService/GetPayment", callers: &["svc-booking"] },
    Allow { methods: "/fareway.payments.v1.AttentionService/", callers: &["gateway"] },
    preflight::ALLOW,
];

/// The methods of payments, for a gRPC server.
pub fn payments_server(payments: Arc<Payments>) -> PaymentsServiceServer<impl PaymentsService> {
    PaymentsServiceServer::new(PaymentsGrpc(payments))
}

/// The methods of manual review, for a gRPC server.
pub fn review_server(review: Arc<ReviewService>) -> AttentionServiceServer<impl AttentionService> {
    AttentionServiceServer::new(ReviewGrpc(review))
}

struct PaymentsGrpc(Arc<Payments>);

struct ReviewGrpc(Arc<ReviewService>);

#[tonic::async_trait]
impl PaymentsService for PaymentsGrpc {
    async fn authorise_payment(
        &self,
        request: Request<AuthorisePaymentRequest>,
    ) -> Result<Response<AuthorisePaymentResponse>, Status> {
        authorise_payment::handle(&self.0, request).await
    }

    async fn prove_offer_view(
        &self,
        request: Request<ProveOfferViewRequest>,
    ) -> Result<Response<ProveOfferViewResponse>, Status> {
        prove_offer_view::handle(&self.0, &request)
    }

    async fn find_authorisation(
        &self,
        request: Request<FindAuthorisationRequest>,
    ) -> Result<Response<FindAuthorisationResponse>, Status> {
        find_authorisation::handle(&self.0, request).await
    }

    async fn claim_payment(
        &self,
        request: Request<ClaimPaymentRequest>,
    ) -> Result<Response<ClaimPaymentResponse>, Status> {
        claim_payment::handle(&self.0, request).await
    }

    async fn capture_payment(
        &self,
        request: Request<CapturePaymentRequest>,
    ) -> Result<Response<CapturePaymentResponse>, Status> {
        capture_payment::handle(&self.0, request).await
    }

    async fn void_payment(
        &self,
        request: Request<VoidPaymentRequest>,
    ) -> Result<Response<VoidPaymentResponse>, Status> {
        void_payment::handle(&self.0, request).await
    }

    async fn refund_payment(
        &self,
        request: Request<RefundPaymentRequest>,
    ) -> Result<Response<RefundPaymentResponse>, Status> {
        refund_payment::handle(&self.0, request).await
    }

    async fn get_payment(
        &self,
        request: Request<GetPaymentRequest>,
    ) -> Result<Response<GetPaymentResponse>, Status> {
        get_payment::handle(&self.0, request).await
    }

    async fn receive_webhook(
        &self,
        request: Request<ReceiveWebhookRequest>,
    ) -> Result<Response<ReceiveWebhookResponse>, Status> {
        receive_webhook::handle(&self.0, request).await
    }

    async fn get_provider_status(
        &self,
        _: Request<GetProviderStatusRequest>,
    ) -> Result<Response<GetProviderStatusResponse>, Status> {
        Ok(get_provider_status::handle(&self.0))
    }
}

#[tonic::async_trait]
impl AttentionService for ReviewGrpc {
    async fn list_attention(
        &self,
        request: Request<ListAttentionRequest>,
    ) -> Result<Response<ListAttentionResponse>, Status> {
        list_attention::handle(&self.0, request).await
    }

    async fn resolve_attention(
        &self,
        request: Request<ResolveAttentionRequest>,
    ) -> Result<Response<ResolveAttentionResponse>, Status> {
        resolve_attention::handle(&self.0, request).await
    }

    async fn settle_difference(
        &self,
        request: Request<SettleDifferenceRequest>,
    ) -> Result<Response<SettleDifferenceResponse>, Status> {
        settle_difference::handle(&self.0, request).await
    }
}
