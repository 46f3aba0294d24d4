//! A client that goes away in the middle of a call leaves no open transaction behind (sqlx #4385).

use std::time::Duration;

use proto::brand::v1::brand_service_server::BrandService;
use proto::brand::v1::{GetBrandRequest, GetBrandResponse, ListBrandsRequest, ListBrandsResponse};
use service::TelemetryArgs;
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use testkit::TestDb;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::brand_server::BrandServer;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;
const CALLS: usize = 32;

/// Writes a row in a transaction that ends a moment after the clients have gone.
struct Slow {
    pool: PgPool,
    begun: watch::Sender<usize>,
    clients_gone: CancellationToken,
}

#[tonic::async_trait]
impl BrandService for Slow {
    async fn get_brand(&self, _: Request<GetBrandRequest>) -> Result<Response<GetBrandResponse>, Status> {
        self.begun.send_modify(|begun| *begun += 1);
        let write = async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query("insert into written default values").execute(&mut *transaction).await?;
            self.clients_gone.cancelled().await;
            sqlx::query("select pg_sleep(0.3)").execute(&mut *transaction).await?;
            transaction.commit().await
        };
        write.await.map_err(|error| Status::internal(error.to_string()))?;
        Ok(Response::new(GetBrandResponse::default()))
    }

    async fn list_brands(
        &self,
        _: Request<ListBrandsRequest>,
    ) -> Result<Response<ListBrandsResponse>, Status> {
        Ok(Response::new(ListBrandsResponse::default()))
    }
}

#[tokio::test]
async fn clients_cut_off_in_mid_call_leave_no_transaction_open() {
    service::install_crypto();
    let db = TestDb::create(&NO_MIGRATIONS).await;
    sqlx::query("create table written (id bigint generated always as identity)")
        .execute(&db.pool)
        .await
        .unwrap();
    let (begun, all_begun) = watch::channel(0);
    let clients_gone = CancellationToken::new();
    let slow = Slow { pool: db.pool.clone(), begun, clients_gone: clients_gone.clone() };
    let server = BrandServer::start(slow).await;

    let calls = (0..CALLS).map(|_| async {
        let mut client = server.client();
        let mut all_begun = all_begun.clone();
        tokio::select! {
            ended = client.get_brand(GetBrandRequest::default()) => panic!("over before it was cut off: {ended:?}"),
            begun = all_begun.wait_for(|begun| *begun == CALLS) => drop(begun.unwrap()),
        }
    });
    futures::future::join_all(calls).await;
    clients_gone.cancel();

    let all_written = async {
        loop {
            let written: i64 =
                sqlx::query_scalar("select count(*) from written").fetch_one(&db.pool).await.unwrap();
            if usize::try_from(written) == Ok(CALLS) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(testkit::patience(20), all_written).await.expect("every accepted call is finished");
    let open: i64 = sqlx::query_scalar(
        "select count(*) from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'",
    )
    .fetch_one(&db.pool)
    .await
    .unwrap();
    assert_eq!(open, 0);
    server.stop().await.unwrap();
}

/// The shape of the settings, so that `TelemetryArgs` stays a part of every program's help.
#[test]
fn telemetry_is_off_unless_an_endpoint_is_set() {
    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        telemetry: TelemetryArgs,
    }

    let cli = <Cli as clap::Parser>::parse_from(["program"]);

    assert!(cli.telemetry.otlp_endpoint.is_none());
}
